/**
 * What a person does in the first seconds with the editor, as calls of its module: the page is set up, something is
 * painted, undone and looked at, and all of it is kept. The functions that this calls are downloaded at
 * once, and all others when they are needed.
 */

/** @typedef {import("../../pkg/undoodle.js").Editor} Editor */

/** A canvas of which nobody sees anything. */
const context = { canvas: { width: 877, height: 467 }, drawImage() {}, putImageData() {}, imageSmoothingEnabled: false, globalCompositeOperation: "" };

/** Fetches and paints all that the page shows after a change. @param {Editor} editor */
function show(editor) {
  editor.happened();
  editor.effects();
  editor.news();
  editor.serial();
  editor.asked();
  editor.is_dirty();
  editor.is_ticking();
  editor.is_grabbing();
  editor.canvas_rect();
  if (editor.has_axes()) editor.axes();
  editor.brush_rect();
  editor.take_pointer();
  editor.told_state();
  editor.told_drawing();
  editor.enabled();
  editor.moving();
  editor.is_probed();
  editor.has_slices();
  editor.outline();
  editor.brush();
  editor.is_coarse();
  editor.device_rect(0, 0, 64, 64);
  editor.device_point(3, 3);
  editor.wanted();
  editor.is_fetching();
  const painted = /** @type {CanvasRenderingContext2D} */ (/** @type {unknown} */ (context));
  for (const more of [editor.paint(painted, 1000), editor.refine(painted, 1000)]) if (more) throw new Error("painting takes too long");
}

/** The entries that the editor has handed over. @type {{kind: number, number: number, bytes: Uint8Array}[]} */
const puts = [];

/** Takes what is to be kept, as it is after each step. @param {Editor} editor @param {Map<string, {kind: number, number: number, bytes: Uint8Array}>} kept */
function keep(editor, kept) {
  editor.plan_batch();
  // The first batch is so large that the page is asked for pauses.
  if (kept.size === 0) perform(editor);
  else editor.perform_at_once();
  const batch = editor.batch();
  const put = puts.splice(0);
  if (!batch) return;
  for (const { kind, from, to } of batch.drops) for (const [key, entry] of kept) if (entry.kind === kind && entry.number >= from && entry.number < to) kept.delete(key);
  for (const entry of put) kept.set(`${entry.kind}/${entry.number}`, entry);
  editor.plan_kept(batch.turn);
  editor.plan();
  editor.perform_at_once();
}

/** What the editor calls: when work goes on for a while, when it is done, and with an entry that is to be kept. */
Object.assign(globalThis, {
  undoodleDue: () => true,
  undoodlePause: () => false,
  undoodlePerformed: () => {},
  undoodlePut: (/** @type {number} */ kind, /** @type {number} */ number, /** @type {Uint8Array} */ bytes) => puts.push({ kind, number, bytes: bytes.slice() }),
});

/** Performs what was planned. @param {Editor} editor */
function perform(editor) {
  editor.plan();
  editor.perform();
  editor.outcome();
}

/** Runs a command. @param {Editor} editor @param {string} id */
function run(editor, id) {
  editor.plan_run(id, undefined, 60);
  perform(editor);
}

/** A gesture over the viewport. @param {Editor} editor @param {number} button @param {number} y */
function stroke(editor, button, y) {
  editor.pointer_move(200.5, y, 0);
  show(editor);
  editor.plan_down(200, y, button, 10);
  perform(editor);
  for (let i = 1; i <= 20; i += 1) {
    if (editor.is_redrawing()) {
      for (const x of [200, 200.5]) editor.plan_move(x + i * 19.5, y + i * 3.25, 10 + i);
      perform(editor);
    } else editor.pointer_move(200 + i * 19.5, y + i * 3.25, 10 + i);
    if (i % 7 === 0) show(editor);
  }
  editor.plan_up(600, y + 60, 40);
  perform(editor);
  show(editor);
}

/** Sizes of the stage on a phone, in small and large windows, and on a screen of two pixels for one: each fits the picture by another zoom. */
const STAGES = [[360, 520], [690, 330], [1100, 780], [1440, 900], [2200, 1560]];

/** Looks at the picture in windows of other sizes, and paints there. @param {Editor} editor */
function inOtherWindows(editor) {
  for (const [width, height] of STAGES) {
    editor.resize(width, height);
    show(editor);
    stroke(editor, 0, 90);
  }
  editor.resize(877, 467);
}

/** @param {new () => Editor} Editor */
export function painting(Editor) {
  const kept = new Map();
  const editor = new Editor();
  editor.tools();
  editor.tool_options();
  editor.commands();
  for (let from = 0; editor.commands(from, 40).length > 0;) from += 40;
  editor.kinds();
  editor.surround(24, "#fafafb", "#eaecef");
  editor.resize(877, 467);
  editor.repaint();
  show(editor);
  inOtherWindows(editor);
  for (const [place, tool] of ["pencil", "eraser", "fill", "rectangle"].entries()) {
    editor.key("b", false, false, false);
    run(editor, `tool.${tool}`);
    editor.modifiers(0);
    stroke(editor, 0, 100 + 60 * place);
    stroke(editor, 2, 130 + 60 * place);
    if (place === 0) editor.keep();
    keep(editor, kept);
  }
  for (const key of ["Control", "Shift", "Escape", "Enter", "ArrowLeft", "e", "E", "z", "Z", "y", "7", "+", "ß", " "]) {
    for (const [ctrl, shift] of [[false, false], [true, false], [false, true], [true, true]]) editor.key(key, ctrl, shift, false);
  }
  editor.set_color("#ff0000");
  editor.plan_down(300, 300, 0, 50);
  perform(editor);
  run(editor, "edit.undo");
  editor.pointer_cancel();
  // To the empty canvas and beyond, and back.
  for (const key of [..."zzzzzzzzzzzzz", ..."yZZyyyyyyyyyy", "z", "z"]) {
    run(editor, editor.key(key, true, key === "Z", false) ?? "");
    show(editor);
    keep(editor, kept);
  }
  stroke(editor, 0, 200);
  keep(editor, kept);
  editor.wheel(300, 300, 2);
  show(editor);
  editor.wheel(300.25, 300, -6);
  show(editor);
  editor.set_pressure(0.5);
  for (const held of [true, false]) {
    if (held) editor.is_by_keys();
    editor.plan_space(held, 55);
    perform(editor);
    stroke(editor, 0, 300);
  }
  run(editor, "view.fit");
  editor.resize(1199, 731);
  show(editor);
  editor.pointer_leave();
  editor.size();
  editor.pixel(3, 3);
  editor.checkpoint();
  keep(editor, kept);
}
