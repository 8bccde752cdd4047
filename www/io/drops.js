/**
 * Files that are dropped on the page, from its first moment on.
 *
 * What opens files comes with the panels, a moment after one can paint. Until then a file is held here: without that the
 * browser would leave the page for it, or nothing would happen at all. Then it is told by an event of the document, “bring”.
 */

/** @import { Engine } from "../types.js" */

/** Files, and the files themselves where they can be written again. @typedef {{files: File[], handles: Promise<FileSystemHandle | null>[]}} Brought */

/**
 * Accepts files that are dropped.
 * @param {Engine} engine
 * @param {() => Promise<void>} ready Resolves when the page can open them.
 */
export function connectDrops(engine, ready) {
  const { classList } = document.body;
  /** @param {string} type @param {(transfer: DataTransfer) => void} hear */
  const on = (type, hear) => window.addEventListener(type, (event) => {
    const { dataTransfer } = /** @type {DragEvent} */ (event);
    if (!dataTransfer?.types.includes("Files")) return;
    // Always prevented: without it the browser would leave the page for the file.
    event.preventDefault();
    hear(dataTransfer);
  });
  on("dragover", () => classList.add("dropping"));
  window.addEventListener("dragleave", ({ relatedTarget }) => relatedTarget || classList.remove("dropping"));
  on("drop", (transfer) => {
    classList.remove("dropping");
    // A transfer is empty as soon as its event was handled.
    const items = /** @type {(DataTransferItem & {getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>})[]} */ ([...transfer.items]);
    const handles = items.filter(({ kind }) => kind === "file").map((item) => item.getAsFileSystemHandle?.() ?? Promise.resolve(null));
    /** @type {Brought} */
    const detail = { files: [...transfer.files], handles };
    ready().then(() => document.dispatchEvent(new CustomEvent("bring", { detail })), (error) => engine.failed(error));
  });
}
