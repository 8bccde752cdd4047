/**
 * The theme: the system's, or the one that the person has chosen. Whoever imports this has it applied, before anything is
 * drawn and whenever it changes.
 */

import { get, on } from "./settings.js";

const systemDark = matchMedia("(prefers-color-scheme: dark)");

/** Returns `true` if the page is dark now. */
export function isDark() {
  const theme = get("theme", "system");
  return theme === "dark" || (theme !== "light" && systemDark.matches);
}

/** Calls back whenever the page turns dark or light. @param {() => void} listener */
export function onTheme(listener) {
  systemDark.addEventListener("change", listener);
  on("theme", listener);
}

function apply() {
  const theme = get("theme", "system");
  const { dataset } = document.documentElement;
  if (theme === "light" || theme === "dark") dataset.theme = theme;
  else delete dataset.theme;
}

on("theme", apply);
apply();
