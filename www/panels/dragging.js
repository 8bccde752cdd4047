/**
 * Panels dragged by their headers, with a line where they would come to stand.
 *
 * A header's buttons stay buttons: the drag begins beside them. A finger on a header scrolls the column; the header's menu
 * moves the panel.
 */

import { follow } from "./drag.js";

/** @typedef {"left" | "right"} Side */

/**
 * Lets panels be dragged.
 * @param {Record<Side, HTMLElement>} columns
 * @param {() => boolean} both Whether there is room for both columns.
 * @param {(panel: HTMLElement, side: Side, at: number) => void} put Puts a panel at a place among the others of a side.
 */
export function dragging(columns, both, put) {
  const line = document.createElement("div");
  line.className = "drop-line";
  line.hidden = true;
  document.body.append(line);

  /** Finds where a panel comes to stand, and shows it. @param {HTMLElement} panel @param {number} x @param {number} y */
  const aim = (panel, x, y) => {
    /** @type {Side} */
    const side = both() && x < innerWidth / 2 ? "left" : "right";
    const others = /** @type {HTMLElement[]} */ ([...columns[side].querySelectorAll(":scope > section")]).filter((one) => one !== panel);
    const boxes = others.map((one) => one.getBoundingClientRect());
    // A panel that is not to be seen keeps its place, and is none to come before.
    const next = others.findIndex((one, index) => !one.hidden && y <= boxes[index].top + boxes[index].height / 2);
    const at = next < 0 ? others.length : next;
    const column = columns[side].getBoundingClientRect();
    const stage = document.querySelector("#stage")?.getBoundingClientRect() ?? column;
    // A column with nothing in it takes no room: the line stands at the edge of the stage.
    const empty = column.width === 0;
    const top = boxes[at]?.top ?? boxes.findLast((_, index) => !others[index].hidden)?.bottom ?? column.top;
    Object.assign(line.style, empty
      ? { left: `${stage.left}px`, top: `${stage.top}px`, width: "3px", height: `${stage.height}px` }
      : { left: `${column.left}px`, top: `${Math.max(column.top, Math.min(top, column.bottom)) - 1}px`, width: `${column.width}px`, height: "3px" });
    line.hidden = false;
    return { side, at };
  };

  const end = () => {
    line.hidden = true;
    document.body.classList.remove("dragging-panel");
  };

  document.addEventListener("pointerdown", (event) => {
    if (!(event.target instanceof Element) || event.target.closest("button, input, select, a")) return;
    const panel = event.target.closest("h2")?.closest(".column > section");
    if (!(panel instanceof HTMLElement)) return;
    follow(event, {
      move: ({ clientX, clientY }) => {
        aim(panel, clientX, clientY);
        document.body.classList.add("dragging-panel");
      },
      drop: ({ clientX, clientY }) => {
        const { side, at } = aim(panel, clientX, clientY);
        line.hidden = true;
        put(panel, side, at);
      },
      end,
    });
  });
}
