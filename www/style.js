/**
 * Styles that are loaded when something is drawn that needs them.
 */

/** Loads a style, which is in force when this resolves. @param {string} href */
export function style(href) {
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  const settled = new Promise((resolve) => {
    link.addEventListener("load", resolve);
    // A page without it looks poor, and works.
    link.addEventListener("error", resolve);
  });
  document.head.append(link);
  return settled;
}
