/**
 * How something is sent to the editor, for what is neither a press nor a command.
 *
 * By default what came of the calls before is told first, and an error becomes a message. These are the exceptions; they are constants,
 * so that an event that comes a thousand times a second makes no object for them.
 *
 * @typedef {object} How
 * @property {boolean} [gathers] Whether it is one of many that leave nothing to be heard of before the next. Nobody learns when it is done.
 * @property {boolean} [aside] Whether nobody waits for it: the page does not say that something takes a while because of it.
 * @property {boolean} [anew] Whether it begins in a task of its own. Opening or closing a dialog has the browser compute the style of the
 * whole page, and with the first slice of what the dialog asks for that would be one long task.
 * @property {(error: unknown) => void} [failed] Hears of an error in the person's place. What it throws, the sender gets.
 */

/** @param {unknown} error */
function raise(error) {
  throw error;
}

/** The usual way. @type {How} */
export const PLAINLY = {};

/** Moves of the pointer, and what else comes with each frame. @type {How} */
export const GATHERS = { gathers: true };

/** Clocks and idle moments. @type {How} */
export const QUIETLY = { gathers: true, aside: true };

/** What the sender deals with itself if it fails. @type {How} */
export const RAISES = { failed: raise };

/** The same for what a dialog asks for, which begins in a task of its own. @type {How} */
export const FROM_DIALOG = { anew: true, failed: raise };
