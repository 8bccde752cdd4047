/** What panels draw, fetched from the editor, and what of it can be had while nobody may call that. */
import assert from "node:assert/strict";
import test from "node:test";
import { Fetching } from "../../www/fetching.js";

/** An editor whose tables can be fetched only while nothing is under way. */
class Busy {
  busy = true;

  kinds() {
    return [];
  }

  commands() {
    assert.equal(this.busy, false, "nobody else reaches it meanwhile");
    return [{ id: "edit.undo", menu: "Edit" }];
  }

  tools() {
    assert.equal(this.busy, false, "nobody else reaches it meanwhile");
    return [{ id: "pencil" }];
  }
}

test("tables that work at the start has overtaken are fetched after it: a key finds no command until then, and a script is told to wait", () => {
  const editor = new Busy();
  const fetching = new Fetching(/** @type {any} */ (editor), () => !editor.busy, () => {});
  assert.deepEqual(fetching.commands, []);
  assert.throws(() => fetching.tools, /at work; await finished\(\) first/);
  editor.busy = false;
  assert.deepEqual(fetching.commands.map(({ id }) => id), ["edit.undo"]);
  assert.deepEqual(fetching.tools.map(({ id }) => id), ["pencil"]);
  editor.busy = true;
  assert.equal(fetching.tools.length + fetching.commands.length, 2, "what was fetched is there meanwhile");
});
