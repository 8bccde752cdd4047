/**
 * What crosses the border between Rust and the page, in one place.
 *
 * The editor hands out plain objects, whose shapes the generated declarations know only as
 * "any". Here they get their names, so that every module of the page is checked against the
 * same shapes. Rectangles are in document pixels unless a name says "device".
 *
 * @typedef {{x: number, y: number}} Point
 * @typedef {{x: number, y: number, width: number, height: number}} Rect
 *
 * @typedef {{type: "repaint"}} RepaintEffect Damage is pending; paint it in the next frame.
 * @typedef {{type: "state"}} StateEffect Something that the panels show has changed.
 * @typedef {{type: "message", text: string, tone: "info" | "error"}} MessageEffect
 * @typedef {{kind: "undo" | "redo", rect: Rect, color: string, label: string}} HighlightInfo
 * @typedef {{type: "highlight"} & HighlightInfo} HighlightEffect
 * @typedef {{type: "ask", what: "new" | "open" | "save"}} AskEffect
 * @typedef {RepaintEffect | StateEffect | MessageEffect | HighlightEffect | AskEffect} Effect
 *
 * @typedef {object} State
 * @property {number} width
 * @property {number} height
 * @property {string} name File name without its extension.
 * @property {boolean} dirty Whether there are changes that no file has.
 * @property {number} undo
 * @property {number} redo
 * @property {number} temp
 * @property {number} bytes Memory of the history.
 * @property {string} zoom Such as "8×" or "1/2×".
 * @property {Point | null} cursor The hovered pixel, inside of the canvas only.
 * @property {string} tool
 * @property {number} brush
 * @property {string} primary "#rrggbbaa"
 * @property {string} secondary "#rrggbbaa"
 * @property {boolean} active Whether a stroke is under way.
 * @property {boolean} grabbing Whether the view is being panned, or Space is held.
 *
 * @typedef {{id: string, label: string, keys: string[], enabled: boolean}} CommandInfo
 * @typedef {{state: State, commands: CommandInfo[]}} Picture What panels draw from.
 *
 * @typedef {{label: string, rect: Rect, color: string, bytes: number}} HistoryStep
 * @typedef {{undo: number, redo: number, temp: number, bytes: number, steps: HistoryStep[], position: number}} HistoryInfo
 *
 * @typedef {import("../pkg/undoodle.js").Editor} Editor
 * @typedef {import("./engine.js").Engine} Engine
 */

export {};
