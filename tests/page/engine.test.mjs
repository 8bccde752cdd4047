/** The one door to the editor: what is sent is done in its order, what is asked comes after it, and what draws waits for a frame. */
import assert from "node:assert/strict";
import { register } from "node:module";
import test from "node:test";

/** Has the engine import a package that the test has made, in place of the one of WebAssembly. */
const PACKAGE = "data:text/javascript,export const { Editor, Colors, init: i } = globalThis.fakePackage; export default i;";
register(`data:text/javascript,${encodeURIComponent(`
  export const resolve = (name, context, next) => name.endsWith("/pkg/undoodle.js") ? { url: ${JSON.stringify(PACKAGE)}, shortCircuit: true } : next(name, context);`)}`);

/** What the editors were called for, in order. @type {string[]} */
const done = [];
/** What was fetched of an editor, in order. @type {string[]} */
const asked = [];
/** Ends the work that is under way. @type {() => void} */
let goOn = () => {};
/** Frames that were asked for. @type {(() => void)[]} */
const frames = [];
/** Files that were fetched. @type {string[]} */
const fetched = [];

/** An editor that does what it is told by its name: what begins with "long" takes until `goOn`, what is wrong throws. */
class Editor {
  __wbg_ptr = 0;
  /** @type {string[]} */
  planned = [];
  moving = "";
  outcomes = /** @type {(() => boolean)[]} */ ([]);
  batching = false;

  static bound() {
    return "bound";
  }

  constructor() {
    Object.assign(this, { tools: () => [], tool_options: () => [], commands: () => [], kinds: () => ["canvas", "layers", "frames", "palette"] });
  }

  /** What has happened, as bits, until somebody asks. */
  bits = 0;
  /** @type {object[]} */
  said = [];

  happened() {
    const { bits } = this;
    this.bits = 0;
    return bits;
  }

  news() {
    asked.push("news");
    return new Uint16Array([0]);
  }

  effects() {
    asked.push("effects");
    return this.said.splice(0);
  }

  told_state() {
    asked.push("state");
    return {};
  }

  is_fetching() { return false; }
  key() { return "free"; }

  /** @param {string} name */
  plan_run(name) {
    this.planned = [name];
  }

  /** @param {string} name */
  plan_move(name) {
    this.moving = name;
  }

  plan_batch() {
    this.batching = true;
    return true;
  }

  plan() {
    return this.planned.length > 0 ? (this.planned[0].startsWith("small") ? 2 : 3) : this.moving ? 1 : 0;
  }

  /** @param {string} name */
  does(name) {
    if (name.startsWith("wrong")) throw new Error(`${name} can't be done`);
    done.push(name);
  }

  perform_at_once() {
    if (this.batching) {
      this.batching = false;
      this.does("batch");
      return true;
    }
    const [name = this.moving] = this.planned.splice(0);
    this.moving = "";
    this.does(name);
    return name !== "small refused";
  }

  outcome() {
    return this.outcomes.shift()?.() ?? true;
  }
}

/** @type {Editor} */
let editor;
const whole = { value: 1 };
Object.assign(globalThis, {
  fakePackage: { init: async () => {}, Colors: class {}, Editor: class extends Editor {
    constructor() {
      super();
      editor = this;
    }
  } },
  document: new EventTarget(), window: new EventTarget(), requestAnimationFrame: (/** @type {() => void} */ draw) => frames.push(draw),
  fetch: async (/** @type {URL} */ address) => {
    fetched.push(String(address).split("/").at(-1) ?? "");
    return new Response(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
  },
});
Object.assign(WebAssembly, { Suspending: class {}, promising: (/** @type {Function} */ call) => call });
const { attach, withPauses } = await import("../../www/rest.js");
const { Engine } = await import("../../www/engine.js");
const { GATHERS, RAISES } = await import("../../www/how.js");
withPauses({ undoodlePause: () => false });
attach(/** @type {any} */ ({
  rest_loaded: whole,
  /** Does what is planned: at once, or when it is told to go on. */
  editor_perform: () => {
    const [name = editor.moving] = editor.planned.splice(0);
    editor.moving = "";
    const perform = () => {
      try {
        editor.does(name);
        editor.outcomes.push(() => true);
      } catch (error) {
        editor.outcomes.push(() => { throw error; });
      }
      /** @type {any} */ (globalThis).undoodlePerformed();
    };
    if (!name.includes("long")) {
      perform();
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      goOn = () => {
        perform();
        resolve(undefined);
      };
    });
  },
}));

/** Gives the page a frame. */
const frame = () => {
  for (const draw of frames.splice(0)) draw();
};

/** An engine at rest, and what it has said. */
async function started() {
  done.length = frames.length = 0;
  const engine = new Engine();
  await engine.start();
  /** @type {string[]} */
  const said = [];
  engine.say = (text) => void said.push(text);
  return { engine, said };
}

test("what is sent is done in its order, and what is asked after that", async () => {
  const { engine } = await started();
  const first = engine.send((one) => one.plan_run("long", {}, 0));
  const moved = engine.send((one) => /** @type {any} */ (one).does("move"), GATHERS);
  const second = engine.send((one) => one.plan_run("second", {}, 0));
  const answer = engine.ask((one) => {
    /** @type {any} */ (one).does("asked");
    return done.length;
  });
  for (let i = 0; i < 2; i += 1) void engine.run("last");
  assert.deepEqual(done, []);
  assert.ok(first instanceof Promise && second instanceof Promise);
  assert.equal(moved, true, "nobody waits for a move, so it makes no promise");
  goOn();
  assert.equal(await first, true);
  assert.equal(await second, true);
  await answer;
  assert.deepEqual(done.slice(0, 3), ["long", "move", "second"]);
  assert.equal(done.at(-1), "asked");
  assert.equal(done.filter((name) => name === "last").length, 2);
});

test("while nothing is under way all of it is done at once, without a promise", async () => {
  const { engine } = await started();
  assert.equal(engine.send((one) => /** @type {any} */ (one).does("call")), true);
  assert.equal(engine.send((one) => one.plan_run("small", {}, 0)), true);
  assert.equal(engine.send((one) => one.plan_run("short", {}, 0)), true);
  assert.equal(engine.send((one) => one.plan_run("small refused", {}, 0)), false);
  assert.equal(engine.send(() => false), false);
  assert.deepEqual(done, ["call", "small", "short", "small refused"]);
});

test("a planned move waits for the frame, and what is sent meanwhile does not", async () => {
  const { engine } = await started();
  engine.send((one) => one.plan_move(/** @type {any} */ ("move 1"), 0, 0), GATHERS);
  engine.send((one) => one.plan_move(/** @type {any} */ ("move 2"), 0, 0), GATHERS);
  assert.deepEqual(done, []);
  frame();
  assert.deepEqual(done, ["move 2"]);
});

/** What undo leaves: dirty rectangles, a state, and what is shown with the panels; and a request, which is heard at once. */
const [UNDONE, ASKED] = [1 | 2 | 8, 16];

test("a frame asks the editor for nothing but what has happened: what is shown with the panels is fetched with them", async (context) => {
  const { engine } = await started();
  context.mock.timers.enable({ apis: ["setTimeout"] });
  /** @type {string[]} */
  const heard = [];
  for (const event of /** @type {const} */ (["state", "repaint", "changed", "message", "frame"])) engine.on(event, () => heard.push(event));
  engine.shows(["canvas"], () => heard.push("panel"));
  heard.length = asked.length = 0;
  for (let i = 0; i < 2; i += 1) {
    engine.send((one) => one.plan_run("small undo", {}, 0));
    Object.assign(editor, { bits: UNDONE, said: [{ type: "message", text: "Undone", tone: "info" }] });
    frame();
  }
  assert.deepEqual([heard, asked], [["state", "repaint", "frame", "state", "repaint", "frame"], []]);
  heard.length = 0;
  context.mock.timers.tick(80);
  assert.deepEqual([heard, asked], [["changed", "message"], ["effects", "news"]]);
  engine.settle();
  assert.deepEqual([heard, asked], [["changed", "message", "panel"], ["effects", "news"]]);
});

test("who asks for the state before that gets what is true", async () => {
  const { engine } = await started();
  assert.ok(engine.state);
  asked.length = 0;
  engine.send((one) => one.plan_run("small undo", {}, 0));
  editor.bits = UNDONE;
  assert.ok(engine.state);
  assert.ok(engine.state);
  assert.deepEqual(asked, ["news", "state"], "once");
});

test("what the page says comes after what the editor has said before it", async (context) => {
  const { engine } = await started();
  context.mock.timers.enable({ apis: ["setTimeout"] });
  /** @type {string[]} */
  const heard = [];
  engine.on("message", ({ text }) => heard.push(text));
  engine.send((one) => one.plan_run("small undo", {}, 0));
  Object.assign(editor, { bits: UNDONE, said: [{ type: "message", text: "Opened", tone: "info" }] });
  Object.getPrototypeOf(engine).say.call(engine, "Opened, 32 × 32", "info");
  engine.settle();
  assert.deepEqual(heard, ["Opened", "Opened, 32 × 32"]);
});

test("a request is heard with the frame, and what was said before it", async () => {
  const { engine } = await started();
  engine.hear();
  /** @type {string[]} */
  const heard = [];
  engine.on("ask", ({ what }) => heard.push(what));
  engine.send((one) => one.plan_run("small", {}, 0));
  Object.assign(editor, { bits: ASKED | 8, said: [{ type: "message", text: "Before", tone: "info" }, { type: "ask", what: "open" }] });
  frame();
  assert.deepEqual(heard, ["open"]);
});

test("an error is said to the person, or is the sender's", async () => {
  const { engine, said } = await started();
  assert.equal(engine.send((one) => one.plan_run("wrong", {}, 0)), false);
  assert.deepEqual(said.splice(0), ["wrong can't be done"]);
  const late = engine.send((one) => one.plan_run("wrong long", {}, 0));
  goOn();
  assert.equal(await late, false);
  assert.deepEqual(said.splice(0), ["wrong long can't be done"]);
  assert.throws(() => engine.send((one) => one.plan_run("wrong", {}, 0), RAISES), /^Error: wrong can't be done$/);
  const raised = engine.send((one) => one.plan_run("wrong long", {}, 0), RAISES);
  goOn();
  await assert.rejects(async () => raised, /^Error: wrong long can't be done$/);
  await assert.rejects(engine.ask((one) => /** @type {any} */ (one).does("wrong question")), /^Error: wrong question can't be done$/);
  assert.deepEqual(said, []);
});

test("who looks while something is under way draws once, with the first frame after it", async () => {
  const { engine } = await started();
  const draw = () => void done.push("look");
  engine.look(draw);
  assert.deepEqual(done.splice(0), ["look"]);
  const sent = engine.send((one) => one.plan_run("long", {}, 0));
  for (let i = 0; i < 3; i += 1) engine.look(draw);
  frame();
  assert.deepEqual(done, []);
  goOn();
  await sent;
  frame();
  assert.deepEqual(done, ["long", "look"]);
});

test("what has happened is kept before what is planned is performed", async () => {
  const { engine } = await started();
  engine.onKeep({ met: () => {}, ready: () => true, made: () => void done.push("made") });
  engine.send((one) => /** @type {any} */ (one).does("change"));
  engine.send((one) => one.plan_run("next", {}, 0));
  assert.deepEqual(done, ["change", "batch", "made", "next"]);
});

test("a script is told to wait, and finished says when; keys are answered from their table meanwhile", async () => {
  const { engine } = await started();
  assert.equal(engine.key("a", false, false, false), "free");
  const sent = engine.send((one) => one.plan_run("long", {}, 0));
  assert.throws(() => engine.call(() => {}), /^Error: the editor is at work; await finished\(\) first$/);
  assert.equal(engine.key("a", false, false, false), "bound");
  assert.equal(engine.stop(), true);
  const finished = engine.finished();
  goOn();
  assert.equal(await finished, false);
  assert.equal(await sent, true);
  assert.equal(engine.stop(), false);
  assert.equal(engine.call(() => 7), 7);
});

test("the first question has the rest of the module loaded, and nothing that is sent does", async () => {
  const { engine } = await started();
  whole.value = 0;
  fetched.length = 0;
  engine.send((one) => one.plan_run("small", {}, 0));
  engine.look(() => {});
  assert.deepEqual(fetched, []);
  assert.equal(await engine.ask(() => whole.value), 1);
  await engine.ask();
  assert.deepEqual(fetched, ["undoodle_rest.wasm"]);
});
