/** What panels and messages hear of what has happened. */
import assert from "node:assert/strict";
import test from "node:test";
import { News } from "../../www/news.js";

test("of several highlights that are told at once the last is told, between the messages around it", () => {
  const news = new News();
  /** @type {string[]} */
  const told = [];
  news.on("highlight", ({ color }) => told.push(color));
  news.on("message", ({ text }) => told.push(text));
  const highlight = (/** @type {string} */ color) => news.show(/** @type {any} */ ({ type: "highlight", color }));
  const message = (/** @type {string} */ text) => news.show({ type: "message", text, tone: "info" });
  for (const [which, text] of [[highlight, "#111111"], [message, "first"], [highlight, "#222222"], [message, "second"]]) /** @type {any} */ (which)(text);
  news.tell();
  assert.deepEqual(told, ["first", "#222222", "second"]);
  news.tell();
  assert.deepEqual(told, ["first", "#222222", "second"]);
});
