/** Pages that have no idle moment, in which the editor loads and tries what painting does not need, until they are told to. */

/** A script to run before those of a page: it has no idle moment until `window.rest()` is called. */
export const HELD = `
  window.unfurnished = true;
  const waiting = [];
  window.requestIdleCallback = (action) => waiting.push(action);
  window.rest = () => {
    window.requestIdleCallback = (action) => setTimeout(() => action({ timeRemaining: () => 50 }));
    waiting.splice(0).forEach(window.requestIdleCallback);
  };`;
