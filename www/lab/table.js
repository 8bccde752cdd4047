/**
 * The figures, a row for each system. On a narrow page each row becomes a card, and its cells
 * carry their column's name with them.
 */
import { nothing, render } from "lit/html.js";
import { added, bytes, colorClass, count, usual } from "./words.js";
import { html, say } from "../words.js";

/** @import { Engine, Row } from "./engine.js" */

/** @type {{title: string, about: string, cell: (row: Row) => string}[]} */
const COLUMNS = [
  { title: say("Last step"), about: say("What the last step added to the memory; a step may free older ones"), cell: (row) => added(row.step_bytes) },
  { title: say("In use"), about: say("Memory that the steps kept occupy, and what finds them"), cell: (row) => bytes(row.total_bytes) },
  { title: say("Reserved"), about: say("Memory that the system has taken besides the picture, in use or not"), cell: (row) => bytes(row.reserved_bytes) },
  { title: say("Per step"), about: say("Memory in use, divided by steps"), cell: (row) => bytes(row.bytes_per_step) },
  { title: say("Commit"), about: say("An action from beginning to end, without the painting: the average of all"), cell: (row) => usual(row.commit_total_ms, row.commits) },
  { title: say("Undo"), about: say("The average of all undos"), cell: (row) => usual(row.undo_total_ms, row.undos) },
  { title: say("Redo"), about: say("The average of all redos"), cell: (row) => usual(row.redo_total_ms, row.redos) },
  { title: say("Reachable"), about: say("Steps that can be undone or redone"), cell: (row) => count(row.undo_steps + row.redo_steps) },
];

/**
 * Draws the table.
 * @param {Engine} engine
 * @param {HTMLElement} place
 */
export function showTable(engine, place) {
  let frame = 0;
  const draw = () => {
    frame = 0;
    const line = (/** @type {Row} */ row, /** @type {number} */ index) => html`
      <tr class=${row.lost > 0 ? `${colorClass(index)} losing` : colorClass(index)} data-system=${row.id}>
        <th scope="row"><span class="dot"></span><span class="name">${say(row.name)}</span></th>
        ${COLUMNS.map(({ title, cell }) => html`<td data-title=${title}>${cell(row)}</td>`)}
        <td data-title=${say("Lost")} class="lost" title=${row.warning ? say(row.warning) : nothing}>${row.lost > 0 ? say`${count(row.lost)} lost` : say("none")}</td>
      </tr>`;
    render(html`<table>
      <thead><tr>
        <th scope="col">System</th>
        ${COLUMNS.map(({ title, about }) => html`<th scope="col" title=${about}>${title}</th>`)}
        <th scope="col" title="Steps that were made and can't be reached any more">Lost</th>
      </tr></thead>
      <tbody>${engine.rows.map(line)}</tbody>
    </table>`, place);
  };
  engine.listen((_, settled) => {
    if (settled && !frame) frame = requestAnimationFrame(draw);
  });
}
