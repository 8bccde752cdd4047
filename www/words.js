/**
 * Templates in the person's language.
 *
 * A template's texts are translated when it is made. Everything else that speaks imports `language.js` alone, which needs no
 * document, so that workers can.
 */

import { html as plain } from "lit/html.js";
import { speech } from "./language.js";

export { grouped, keyed, language, named, say, table } from "./language.js";

/** Lit's `html`, with the template's texts in the person's language. */
export const html = speech?.speaking(plain) ?? plain;
