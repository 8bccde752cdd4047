/**
 * Has the journeys of a file take the whole browser: it is imported before all else.
 *
 * Chromium's shell has fallen over in two of these journeys by a check of its own. They work long, and take a third less where WebAssembly is
 * optimised while it runs.
 */
Object.assign(process.env, { UNDOODLE_CHROME_FLAGS: "", UNDOODLE_CHROME_SHELL: "" });
