/**
 * The yardstick: the least page that paints, undoes, pans and zooms.
 *
 * An array of pixels, a canvas of the viewport's size with one pixel per device pixel, pointer events that draw lines, one
 * `putImageData` of the damaged rectangle a frame, and an undo that puts the touched pixels back. Nothing else is on the
 * page, so what a browser takes for it is what any page takes that paints the same. Where its address asks for it, a path fades over what was
 * undone, and then it is what any page takes that shows this.
 */

const parameters = new URLSearchParams(location.search);
const given = (/** @type {string} */ name) => Number(parameters.get(name));
/** Side of the picture, and size of the canvas in device pixels. */
const [SIDE, WIDTH, HEIGHT] = [given("side"), given("width"), given("height")];
const [WHITE, BLACK] = [0xffffffff, 0x00ffffff];

const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector("canvas"));
canvas.width = WIDTH;
canvas.height = HEIGHT;
canvas.style.width = `${WIDTH / devicePixelRatio}px`;
canvas.style.height = `${HEIGHT / devicePixelRatio}px`;
const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
/** The pixels as differences from white, so that memory is taken only for what is painted. */
const picture = new Uint32Array(SIDE * SIDE);

/** Device pixels per pixel of the picture, and the picture's place on the canvas: as it fits, and in the middle. */
let scale = 1;
let [left, above] = [0, 0];
/** The damaged rectangle in device pixels: left, top, right, bottom. @type {[number, number, number, number] | undefined} */
let damage;
let frame = 0;
/** What the stroke under way has touched, and the strokes before: places and the pixels that were there. @type {Map<number, number>} */
let stroke = new Map();
/** @type {Map<number, number>[]} */
const strokes = [];
/** The last place of the pen, while it is down. @type {[number, number] | undefined} */
let last;
/** The last place of the pointer while it pans. @type {[number, number] | undefined} */
let panned;

/** Renders the damage. */
function render() {
  frame = 0;
  if (!damage) return;
  const [x, y, right, bottom] = damage;
  damage = undefined;
  const [width, height] = [right - x, bottom - y];
  if (width <= 0 || height <= 0) return;
  const image = new ImageData(width, height);
  const pixels = new Uint32Array(image.data.buffer);
  for (let row = 0; row < height; row += 1) {
    const from = Math.floor((row + y - above) / scale);
    if (from < 0 || from >= SIDE) continue;
    for (let column = 0; column < width; column += 1) {
      const at = Math.floor((column + x - left) / scale);
      if (at >= 0 && at < SIDE) pixels[row * width + column] = picture[from * SIDE + at] ^ WHITE;
    }
  }
  context.putImageData(image, x, y);
}

/** Makes a rectangle of the canvas dirty. @param {number} x @param {number} y @param {number} right @param {number} bottom */
function dirty(x, y, right, bottom) {
  const [a, b, c, d] = damage ?? [x, y, right, bottom];
  damage = [Math.max(0, Math.min(a, x)), Math.max(0, Math.min(b, y)), Math.min(WIDTH, Math.max(c, right)), Math.min(HEIGHT, Math.max(d, bottom))];
  frame ||= requestAnimationFrame(render);
}

/** Makes pixels of the picture dirty, the right and the bottom one included. @param {number} x @param {number} y @param {number} right @param {number} bottom */
function touch(x, y, right, bottom) {
  const place = (/** @type {number} */ at, /** @type {number} */ origin) => Math.floor(at * scale + origin);
  dirty(place(x, left), place(y, above), place(right + 1, left) + 1, place(bottom + 1, above) + 1);
}

/** Draws a line. @param {[number, number]} from @param {[number, number]} to */
function line([x, y], [endX, endY]) {
  touch(Math.min(x, endX), Math.min(y, endY), Math.max(x, endX), Math.max(y, endY));
  const [across, down] = [Math.abs(endX - x), -Math.abs(endY - y)];
  const [right, below] = [Math.sign(endX - x), Math.sign(endY - y)];
  for (let error = across + down; ;) {
    if (x >= 0 && x < SIDE && y >= 0 && y < SIDE) {
      const place = y * SIDE + x;
      if (!stroke.has(place)) stroke.set(place, picture[place]);
      picture[place] = BLACK;
    }
    if (x === endX && y === endY) return;
    const twice = 2 * error;
    if (twice >= down) [error, x] = [error + down, x + right];
    if (twice <= across) [error, y] = [error + across, y + below];
  }
}

/** How long after the key undo is highlighted, in milliseconds, and what does so: a path over the canvas, which the browser's compositor fades. */
const HIGHLIGHT_MS = 80;
const contour = given("highlight") > 0 ? document.createElementNS("http://www.w3.org/2000/svg", "svg") : undefined;
contour?.append(...[0, 1].map(() => document.createElementNS("http://www.w3.org/2000/svg", "path")));
if (contour) document.body.append(contour);

/** Highlights pixels of the picture in a rectangle. @param {number[]} places @param {[number, number, number, number]} around Left, top, right, bottom. */
function highlight(places, [x, y, right, bottom]) {
  if (!contour) return;
  const data = places.map((place) => `M${place % SIDE} ${Math.floor(place / SIDE)}h1v1h-1Z`).join("");
  for (const path of contour.children) path.setAttribute("d", data);
  const [width, height] = [right + 1 - x, bottom + 1 - y];
  contour.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
  const css = (/** @type {number} */ length) => `${(length * scale) / devicePixelRatio}px`;
  Object.assign(contour.style, { left: `calc(60px + ${css(x + left / scale)})`, top: `calc(90px + ${css(y + above / scale)})`, width: css(width), height: css(height) });
  contour.animate([{ opacity: 0.4 }, { opacity: 1, offset: 0.1 }, { opacity: 1, offset: 0.58 }, { opacity: 0 }], 600);
}

/** Shows the picture at a scale, with its middle in the canvas's. @param {number} next */
function show(next) {
  scale = next;
  left = Math.floor((WIDTH - SIDE * scale) / 2);
  above = Math.floor((HEIGHT - SIDE * scale) / 2);
  dirty(0, 0, WIDTH, HEIGHT);
}

/** The pixel of the picture under the pointer. @param {PointerEvent} event @returns {[number, number]} */
const under = ({ offsetX, offsetY }) => [Math.floor((offsetX * devicePixelRatio - left) / scale), Math.floor((offsetY * devicePixelRatio - above) / scale)];

canvas.addEventListener("pointerdown", (event) => {
  event.preventDefault();
  canvas.setPointerCapture(event.pointerId);
  if (event.button === 1) {
    panned = [event.clientX, event.clientY];
    return;
  }
  stroke = new Map();
  last = under(event);
  line(last, last);
});
canvas.addEventListener("pointermove", (event) => {
  if (panned) {
    left += Math.round((event.clientX - panned[0]) * devicePixelRatio);
    above += Math.round((event.clientY - panned[1]) * devicePixelRatio);
    panned = [event.clientX, event.clientY];
    dirty(0, 0, WIDTH, HEIGHT);
  }
  if (!last) return;
  const next = under(event);
  line(last, next);
  last = next;
});
canvas.addEventListener("pointerup", () => {
  if (last) strokes.push(stroke);
  last = panned = undefined;
});
window.addEventListener("keydown", (event) => {
  if (event.key !== "z" || !event.ctrlKey) return;
  let [x, y, right, bottom] = [SIDE, SIDE, 0, 0];
  const undone = strokes.pop() ?? new Map();
  for (const [place, before] of undone) {
    picture[place] = before;
    const [column, row] = [place % SIDE, Math.floor(place / SIDE)];
    [x, y, right, bottom] = [Math.min(x, column), Math.min(y, row), Math.max(right, column), Math.max(bottom, row)];
  }
  touch(x, y, right, bottom);
  if (contour && undone.size > 0) setTimeout(() => highlight([...undone.keys()], [x, y, right, bottom]), HIGHLIGHT_MS);
});
canvas.addEventListener("wheel", (event) => {
  event.preventDefault();
  show(scale * (event.deltaY < 0 ? 2 : 1 / 2));
}, { passive: false });

const fitting = Math.min(WIDTH / SIDE, HEIGHT / SIDE);
show(fitting >= 1 ? Math.floor(fitting) : 2 ** Math.floor(Math.log2(fitting)));

/** Number of frames of a film, and the time that each is shown in milliseconds. */
const [FILM, MS] = [given("film"), given("ms")];

/** Shows a frame of the film, of one colour, and then the next one. @param {number} number @param {number} due */
function play(number, due) {
  picture.fill(number * 0x00101010);
  dirty(0, 0, WIDTH, HEIGHT);
  setTimeout(() => play((number + 1) % FILM, due + MS), due + MS - performance.now());
}
if (FILM > 0) play(0, performance.now());

performance.mark("ready");
