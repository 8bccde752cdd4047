/** How much the editor's page may weigh, for all who hold it to that. */

/** Bytes that may be downloaded before one can paint, packed by gzip. */
export const WEIGHT = 300_000;
