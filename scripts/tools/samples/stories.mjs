/**
 * How each sample is painted, step by step: what its history tells.
 */
import * as cobbles from "./cobbles.mjs";
import * as dusk from "./dusk.mjs";
import * as slime from "./slime.mjs";
import { pixelsOf } from "./shapes.mjs";

/** @typedef {import("./hand.mjs").Hand} Hand */
/** @typedef {{side: number, colors: Record<string, string>, tell: (hand: Hand) => Promise<void>}} Story */

/** Adds a layer above the active one. @param {Hand} hand @param {string} name */
async function layer(hand, name) {
  await hand.run("layer.add");
  await hand.run("layer.rename", { name });
}

/** A flat shape first, then its shade, its light and its face, pose by pose. @param {Hand} hand */
async function tellSlime(hand) {
  await hand.run("layer.rename", { name: "Shadow" });
  await layer(hand, "Slime");
  for (const [frame, pose] of slime.POSES.entries()) {
    if (frame > 0) {
      await hand.run("frame.choose", { frame: frame - 1 });
      await hand.run("frame.add");
    }
    await hand.run("layer.choose", { layer: 0 });
    await hand.paint(slime.shadow(pose), "s");
    await hand.run("layer.choose", { layer: 1 });
    const grid = slime.body(pose);
    await hand.pencil(pixelsOf(grid, "odmlh"), "m");
    await hand.paint(grid, "odlh");
    await hand.run("frame.duration", { frame, milliseconds: pose.milliseconds });
    await hand.check(0, frame, [slime.shadow(pose)]);
    await hand.check(1, frame, [grid]);
    if (frame === 0) await hand.run("history.pin", { name: "One still picture" });
  }
  await hand.run("palette.from-picture");
  await hand.run("layer.opacity", { layer: 0, opacity: 110 });
  await hand.run("frame.tag", { name: "bounce", from: 0, to: slime.POSES.length - 1, direction: "forward" });
  await hand.run("frame.choose", { frame: 0 });
}

/** The gaps, then stones around the edges, then moss in a layer of its own. @param {Hand} hand */
async function tellCobbles(hand) {
  hand.wrap = cobbles.SIDE;
  await hand.run("view.zoom.out");
  await hand.run("layer.rename", { name: "Stones" });
  await hand.fill([8, 8], "g");
  const stones = cobbles.stones();
  for (const letter of "edmlh") await hand.pencil(pixelsOf(stones, letter), letter);
  await hand.run("history.pin", { name: "Bare stones" });
  await layer(hand, "Moss");
  await hand.paint(cobbles.moss(), "bac");
  await hand.run("palette.from-picture");
  await hand.check(0, 0, [stones]);
  await hand.check(1, 0, [cobbles.moss()]);
}

/** Paints bands, each as a rectangle as wide as the picture. @param {Hand} hand @param {[string, number][]} bands @param {number} top */
async function bands(hand, bands, top) {
  for (const [letter, last] of bands) {
    await hand.rectangle([0, top], [dusk.SIDE - 1, last], letter);
    top = last + 1;
  }
}

/** From the back to the front; the boat is undone before the palm is painted, so it stays as a branch. @param {Hand} hand */
async function tellDusk(hand) {
  await hand.run("layer.rename", { name: "Sky" });
  await bands(hand, dusk.SKY, 0);
  await hand.paint(dusk.stars(), "74");
  await layer(hand, "Sun");
  await hand.paint(dusk.sun(), "78");
  await layer(hand, "Clouds");
  await hand.paint(dusk.clouds(), "23456");
  await hand.run("history.pin", { name: "Only the sky" });
  await layer(hand, "Sea");
  await bands(hand, dusk.SEA, dusk.SKY[dusk.SKY.length - 1][1] + 1);
  await hand.paint(dusk.glitter(), "765432");
  await layer(hand, "Island");
  await hand.pencil(pixelsOf(dusk.island(), "yngtk"), "g");
  await hand.paint(dusk.island(), "ynk7654321");
  await hand.pencil(pixelsOf(dusk.island(), "t"), "t");
  const { position } = await hand.page.call("history");
  await layer(hand, "Boat");
  await hand.paint(dusk.boat(), "kt78");
  await hand.paint(dusk.boat(), "6");
  for (let { position: now } = await hand.page.call("history"); now > position; now -= 1) await hand.run("edit.undo");
  await layer(hand, "Palm");
  await hand.paint(dusk.palm(), "rtngy");
  await hand.run("palette.from-picture");
  await hand.check(1, 0, [dusk.sun()]);
  await hand.check(2, 0, [dusk.clouds()]);
  await hand.check(4, 0, [dusk.island()]);
  await hand.check(5, 0, [dusk.palm()]);
}

/** The samples by the names of their files. @type {Record<string, Story>} */
export const STORIES = {
  slime: { side: slime.SIDE, colors: slime.COLORS, tell: tellSlime },
  cobbles: { side: cobbles.SIDE, colors: cobbles.COLORS, tell: tellCobbles },
  dusk: { side: dusk.SIDE, colors: dusk.COLORS, tell: tellDusk },
};
