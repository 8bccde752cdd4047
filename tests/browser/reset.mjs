/**
 * A page that is brought back to its first state in place, for the next journey.
 *
 * Problem: to load the page takes longer than most journeys. Idea: the page forgets by `undoodle.reset()` what was drawn, set and
 * chosen; what only tests can touch is put back here: storage, focus, scrolled lists. Invariant: a page in which a
 * journey has changed what belongs to the browser, or goes on listening, is not used again, and `reset.test.mjs` holds that nothing else is left.
 */

/**
 * Lists what belongs to the browser, all that a script could have replaced, and what hears of it. Runs before the page's own scripts,
 * which lie at addresses; those of a journey lie at none.
 */
export const BROWSERS_OWN = `{
  const { addEventListener } = EventTarget.prototype;
  window.listening = [];
  EventTarget.prototype.addEventListener = function (type, ...how) {
    const target = this ?? window;
    // The first address on the stack is this function's, and the next one a caller's.
    if (new Error().stack.split(/https?:/).length <= 2) window.listening.push("a listener of " + type);
    return addEventListener.call(target, type, ...how);
  };
  const parts = () => {
    const found = new Map();
    const add = (name, object) => {
      for (const [key, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(object))) {
        for (const part of [descriptor.value, descriptor.get]) if (typeof part === "function") found.set(name + "." + key, part);
      }
    };
    add("window", window);
    for (const [name, part] of [...found]) if (part.prototype) add(name, part.prototype);
    for (const name of ["navigator", "document", "performance", "localStorage", "crypto", "screen"]) add(name, window[name] ?? {});
    return found;
  };
  const first = parts();
  /** What is not the browser's any more. */
  window.replaced = () => {
    const now = parts();
    return [...now].filter(([name, part]) => first.has(name) && first.get(name) !== part).map(([name]) => name)
      .concat(window.listening, [...first.keys()].filter((name) => !name.startsWith("window.") && !now.has(name)));
  };
}
`;

/**
 * Brings the page back; resolves to what is in the way of that, or to nothing. What is written to the database comes before
 * it is emptied.
 */
export const RESET = `
  return (async () => {
    const { undoodle } = window;
    if (!undoodle || !window.replaced || document.body.matches(".stopped")) return "no page";
    const [replaced] = window.replaced();
    if (replaced) return replaced;
    await undoodle.finished();
    undoodle.reset();
    await undoodle.finished();
    undoodle.settle();
    await undoodle.kept().catch(() => {});
    for (const { name } of await indexedDB.databases()) {
      await new Promise((resolve, reject) => {
        const request = indexedDB.open(name);
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
          const database = request.result;
          const stores = [...database.objectStoreNames];
          if (stores.length === 0) return resolve(database.close());
          const transaction = database.transaction(stores, "readwrite");
          for (const store of stores) transaction.objectStore(store).clear();
          transaction.oncomplete = () => resolve(database.close());
          transaction.onabort = () => reject(transaction.error);
        };
      });
    }
    sessionStorage.clear();
    localStorage.clear();
    // Tab begins at the start of the page, where what had the focus last is gone.
    const start = document.createElement("span");
    start.tabIndex = -1;
    document.body.prepend(start);
    start.focus();
    start.remove();
    for (const element of document.querySelectorAll("*")) if (element.scrollTop || element.scrollLeft) element.scrollTo(0, 0);
    getSelection()?.removeAllRanges();
    return "";
  })()`;
