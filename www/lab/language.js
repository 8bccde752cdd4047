/**
 * A language that numbers can be written in.
 *
 * uPlot formats numbers for `navigator.language` as soon as it is loaded, and fails if that is no language: in the
 * locale "C", WebKitGTK gives that name. This module is imported before uPlot and then gives "en" instead.
 */

try {
  Intl.getCanonicalLocales(navigator.language);
} catch {
  Object.defineProperty(navigator, "language", { value: "en" });
}
