/**
 * The first part of the WebAssembly module, compiled while the page is still being laid out.
 *
 * Problem: the page's modules run when all of them are there and the browser has shown the page once, and only then would it compile what it has
 * had for some time. Idea: the build gives this small module a script of its own that waits for nothing (`vite.config.js`), and the browser
 * compiles beside all else. Invariant: whoever starts the editor gets the module that the page would have loaded, or nothing, where there is
 * none to come or it can't be compiled like this; it is loaded then as if this file were not there.
 */

/** The compiled module, if what the page has the browser load at once can be compiled. */
export const compiled = (async () => {
  try {
    /** @type {HTMLLinkElement | null} */
    const link = document.querySelector("link[rel=preload][type='application/wasm']");
    return link ? await WebAssembly.compileStreaming(fetch(link.href)) : undefined;
  } catch {
    return undefined;
  }
})();
