/**
 * What a context menu offers for each kind of thing: commands of the table, in groups.
 *
 * A row is a command's id. Where a command needs to be told more than what is chosen, such as which tag or which step, its row says so; all else,
 * its label, its key, whether it can be run and why not, comes from the editor. Invariant: no row does what no command does.
 */

import { frameBy } from "./frameby.js";
import { namedBy } from "./groups.js";
import { say } from "../language.js";

/** @import { Arguments, Engine } from "../types.js" */
/** @import { Thing } from "./things.js" */

/**
 * @typedef {object} Told A command with what it is told.
 * @property {string} id
 * @property {string} [label] What the row says in place of the command's label.
 * @property {(engine: Engine, thing: Thing) => Arguments | undefined} [args] What it is run with, without its form.
 * @property {(thing: Thing) => Arguments} [given] What its form begins with.
 * @property {string} [then] A command that is invoked after it.
 * @property {(thing: Thing) => boolean} [when] Whether there is such a row.
 * @property {boolean} [sees] Whether what it would do is seen over the picture while somebody points at it: what would be taken back.
 */

/** @typedef {string | Told} Entry */

/** Runs `frame.move` by one place. @param {number} by @param {string} label @returns {Told} */
const moveFrames = (by, label) => ({
  id: "frame.move", label,
  args: (engine) => {
    const to = frameBy(engine, by);
    return to === undefined ? undefined : { to };
  },
});

/** @param {Thing} thing */
const ofStep = ({ commit = 0 }) => ({ commit });

/** @param {Thing} thing */
const isStep = ({ oldest }) => !oldest;

/** @param {Thing} thing */
const ofTag = ({ tag = 0 }) => ({ tag });

/** A command of the group whose row it is. @param {string} id @param {string} [label] @returns {Told} */
const inGroup = (id, label) => ({ id, ...(label && { label }), args: (_, thing) => ofGroup(thing) });

/** A command of that group that has a form. @param {string} id @returns {Told} */
const askedInGroup = (id) => ({ id, given: ofGroup });

/** @param {Thing} thing @returns {Arguments} */
const ofGroup = ({ row }) => (row?.kind === "group" ? namedBy(row) : {});

/** Groups of rows, with a line between them. @type {Record<Thing["kind"], Entry[][]>} */
export const LISTS = {
  frame: [
    ["frame.add", "frame.duplicate", "frame.add-linked"],
    [moveFrames(-1, say("Move frame to the left")), moveFrames(1, say("Move frame to the right"))],
    ["frame.duration", "frame.tag", "frame.play"],
    ["frame.delete"],
  ],
  cel: [
    ["frame.cel-properties"],
    ["frame.link", "frame.unlink", "layer.clone"],
    ["edit.flip-horizontal", "edit.flip-vertical", "edit.center", "edit.outline"],
    ["frame.duplicate", "frame.duration", "frame.tag"],
    ["frame.clear-cels"],
  ],
  tag: [
    [{ id: "frame.edit-tag", given: ofTag }, "frame.play"],
    [{ id: "frame.delete-tag", args: (_, thing) => ofTag(thing) }],
  ],
  layer: [
    ["layer.add", "layer.duplicate", "group.add"],
    [{ id: "layer.visible", label: say("Visible") }, { id: "layer.locked", label: say("Locked") }, { id: "layer.alpha-locked", label: say("Alpha locked") }, "layer.clipped", "layer.reference"],
    ["layer.rename", "layer.note", "layer.label", "layer.opacity", "layer.blend"],
    ["layer.up", "layer.down", "layer.merge-down", "layer.clone"],
    ["layer.delete"],
  ],
  group: [
    [inGroup("group.fold", say("Folded")), inGroup("group.visible", say("Visible")), inGroup("group.locked", say("Locked"))],
    [askedInGroup("group.rename"), askedInGroup("group.note"), askedInGroup("group.label"), inGroup("group.duplicate"), inGroup("group.merge")],
    [askedInGroup("group.opacity"), askedInGroup("group.blend"), inGroup("group.isolated")],
    [inGroup("group.up"), inGroup("group.down")],
    [inGroup("group.ungroup"), inGroup("group.delete")],
  ],
  swatch: [
    [{ id: "palette.choose-secondary", args: (_, { index = 0 }) => ({ index }) }, "color.swap"],
    ["palette.set", "palette.add", "edit.replace-color"],
    ["palette.ramp", "palette.sort", "palette.paste", "palette.from-picture", "palette.preset"],
    ["palette.delete"],
  ],
  step: [
    [{ id: "history.goto", label: say("Go to this step"), args: (_, thing) => (thing.here ? undefined : ofStep(thing)) }],
    [
      { id: "history.take-back", args: (_, thing) => ofStep(thing), when: isStep, sees: true },
      { id: "history.do-again", args: (_, thing) => ofStep(thing), when: isStep },
      { id: "history.as-it-was", given: ofStep },
    ],
    [
      { id: "history.paint-from", label: say("Paint from here"), args: (_, thing) => ofStep(thing), when: ({ source }) => !source },
      { id: "history.paint-from-newest", label: say("Don’t paint from here any more"), when: ({ source }) => Boolean(source) },
    ],
    [
      { id: "history.merge", label: say("Merge up to this step"), args: (_, thing) => ofStep(thing), when: ({ aside }) => Boolean(aside) },
      { id: "history.compare", label: say("Compare with now"), args: (_, thing) => ofStep(thing), when: ({ here }) => !here },
    ],
    [
      { id: "history.pin", when: ({ here, pinned }) => Boolean(here && !pinned) },
      { id: "history.goto", label: say("Go to this step and pin it"), args: (_, thing) => ofStep(thing), then: "history.pin", when: ({ here, pinned }) => !here && !pinned },
      { id: "history.unpin", label: say("Unpin this step"), args: (_, thing) => ofStep(thing), when: ({ pinned }) => Boolean(pinned) },
    ],
    ["history.undo-settings", "history.memory"],
  ],
  pin: [
    [
      { id: "history.goto", label: say("Go to this state"), args: (_, thing) => ofStep(thing) },
      { id: "history.compare", label: say("Compare with now"), args: (_, thing) => ofStep(thing) },
    ],
    [{ id: "history.unpin", label: say("Unpin this state"), args: (_, thing) => ofStep(thing) }],
  ],
  canvas: [
    ["edit.undo", "edit.redo", "edit.undo-here"],
    ["edit.cut", "edit.copy", "edit.paste", "edit.delete"],
    ["select.all", "select.none", "select.invert"],
    ["edit.fill", "edit.transform-box", "edit.flip-horizontal", "edit.flip-vertical", "image.crop-selection", "brush.from-selection"],
    ["view.fit", "view.by-keys"],
  ],
};
