/** Scripts that wait in a page until it is as a person would find it. */

/**
 * How long something may take to come, in milliseconds. A whole site is stored in two seconds, and in more than ten where others keep the
 * processors busy; a driver's script ends after thirty.
 */
export const PATIENCE = 25_000;

/** Waits for the next frames, in which panels find their places by new styles or for a new size: a driver is quicker. */
export const SHOWN = "return new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(() => resolve(null))); setTimeout(resolve, 500, null); })";

/**
 * Waits for the page, its bars and its panels, unless these are held back, in one script, as each costs a driver a while. Returns the messages that
 * were seen meanwhile, as one may be gone again when panels come late, or `null` if they don't come.
 */
export const READY = `
  return (async () => {
    await window.undoodle.ready;
    const barred = () => document.querySelector("#status-kept") !== null;
    const furnished = () => window.unfurnished && barred() || !document.querySelector("#layers") || document.body.matches(".stopped") || document.body.matches(".furnished");
    const said = new Set();
    for (const end = performance.now() + ${PATIENCE}; !furnished(); await new Promise((resolve) => setTimeout(resolve, 10))) {
      said.add(document.querySelector("#message")?.textContent.trim());
      if (performance.now() > end) return null;
    }
    await window.undoodle.finished?.();
    window.undoodle.settle?.();
    await (() => { ${SHOWN} })();
    return [...said];
  })()`;
