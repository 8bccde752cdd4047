/**
 * The question before a file is written over that is not as this page knows it.
 *
 * It is asked by the browser's own modal dialog, whose first button changes nothing, as Escape does.
 */

import { render } from "lit/html.js";
import { dialogOf } from "./dialogparts.js";
import { html, say } from "../words.js";

/**
 * @typedef {"" | "look" | "copy" | "write"} Answer Nothing; open the file instead; save a copy; write it nevertheless.
 * @typedef {object} Question
 * @property {string} title
 * @property {string} text
 * @property {string} write Label of the button that writes the file.
 * @property {boolean} looks Whether there is a file that can be looked at.
 * @property {string} [copy] Label of the button that saves elsewhere.
 */

/** @type {HTMLDialogElement | undefined} */
let dialog;

/** Asks what to do. @param {Question} question @returns {Promise<Answer>} Nothing, too, while another dialog is open than the form that exports. */
export function askToOverwrite({ title, text, write, looks, copy }) {
  if (document.querySelector("dialog[open]:not(#export-dialog)")) return Promise.resolve("");
  if (!dialog) {
    dialog = dialogOf("overwrite");
    dialog.setAttribute("aria-describedby", "overwrite-text");
  }
  const shown = dialog;
  const close = (/** @type {Answer} */ answer) => () => shown.close(answer);
  render(html`
    <h2 id="overwrite-title">${title}</h2>
    <p id="overwrite-text">${text}</p>
    <div class="choices">
      <button id="overwrite-cancel" type="button" @click=${close("")}>Cancel</button>
      ${looks ? html`<button id="overwrite-look" type="button" title="Opens the file as a drawing of its own; this one stays in File ▸ Drawings…" @click=${close("look")}>Open the file</button>` : ""}
      <button id="overwrite-copy" type="button" @click=${close("copy")}>${copy ?? say("Save a copy…")}</button>
      <button id="overwrite-write" type="button" class="chief danger" @click=${close("write")}>${write}</button>
    </div>`, shown);
  shown.returnValue = "";
  shown.showModal();
  return new Promise((resolve) => {
    shown.addEventListener("close", () => resolve(/** @type {Answer} */ (shown.returnValue)), { once: true });
  });
}
