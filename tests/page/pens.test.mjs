/** Pens that are near, by the events that a page hears of them. */
import assert from "node:assert/strict";
import test from "node:test";

const page = new EventTarget();
Object.assign(globalThis, { document: page });
const { watchPens } = await import("../../www/io/pens.js");

/** @param {"pen" | "mouse" | "touch"} pointerType @param {string} type @param {number} time */
function happens(pointerType, type, time) {
  const event = Object.assign(new Event(type), { pointerType, buttons: 0, relatedTarget: null });
  Object.defineProperty(event, "timeStamp", { value: time });
  page.dispatchEvent(event);
}

test("a pen is near that hovered already when the page began, and one that comes after a mouse has moved", () => {
  const near = watchPens(() => {});
  happens("pen", "pointermove", 1000);
  assert.ok(near(5999) && !near(6000));

  happens("mouse", "pointermove", 7000);
  happens("pen", "pointerover", 10_000);
  happens("pen", "pointermove", 14_000);
  assert.ok(near(18_999) && !near(19_000), "its moves are heard");
});

test("a hand that rests beside a pen, and a mouse that is pushed meanwhile, do not have its moves unheard", () => {
  const near = watchPens(() => {});
  happens("pen", "pointerover", 1000);
  happens("touch", "pointerdown", 1100);
  happens("touch", "pointermove", 1200);
  happens("mouse", "pointermove", 1300);
  happens("pen", "pointermove", 4000);
  assert.ok(near(8999) && !near(9000));
});
