/**
 * Colours by lightness, chroma and hue, as they look (OKLCH, https://bottosson.github.io/posts/oklab/).
 *
 * Problem: in HSV and HSL a yellow and a blue of equal value are far from equally light, so ramps and harmonies are guesswork.
 * OKLCH has no such fault, but holds colours that no sRGB screen can show. Idea: such a colour is shown with the most chroma that
 * the screen has for its lightness and hue, so that neither of these changes. Invariant: a colour of the screen comes back as it was,
 * to the bit, from its three numbers.
 */

/** @typedef {{l: number, c: number, h: number}} Oklch Lightness from 0 to 1, chroma from 0 on, hue in degrees. */

/** The largest chroma that any sRGB colour has, rounded up: magenta's is 0.3225. */
export const MOST_CHROMA = 0.33;

/** Chroma below which a colour counts as grey, whose hue says nothing. */
const GREY = 0.0005;

/** How far beyond 0 and 1 a channel may lie: the matrices have ten digits, and the numbers of pure colours fall beside the edge. */
const SLACK = 0.0002;

/** Number of halvings in the search for the most chroma: 0.33 / 2¹⁶ is less than a bit of any channel. */
const HALVINGS = 16;

/** Returns the linear share of a channel. @param {number} value From 0 to 255. */
function linear(value) {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** Returns the channel of a linear share. @param {number} share From 0 to 1. */
function channel(share) {
  const value = share <= 0.0031308 ? share * 12.92 : 1.055 * share ** (1 / 2.4) - 0.055;
  return Math.round(Math.min(1, Math.max(0, value)) * 255);
}

/** Returns a colour's lightness, chroma and hue; a grey has the hue 0. @param {number[]} rgb From 0 to 255. @returns {Oklch} */
export function oklchOf([red, green, blue]) {
  const [r, g, b] = [linear(red), linear(green), linear(blue)];
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const middle = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const l = 0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short;
  const x = 1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short;
  const y = 0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short;
  const c = Math.hypot(x, y);
  if (c < GREY) return { l, c: 0, h: 0 };
  return { l, c, h: (Math.atan2(y, x) * 180 / Math.PI + 360) % 360 };
}

/** Returns the linear shares of red, green and blue, which lie outside of 0 to 1 if no screen shows the colour. @param {Oklch} color */
function sharesOf({ l, c, h }) {
  const [x, y] = [c * Math.cos(h * Math.PI / 180), c * Math.sin(h * Math.PI / 180)];
  const long = (l + 0.3963377774 * x + 0.2158037573 * y) ** 3;
  const middle = (l - 0.1055613458 * x - 0.0638541728 * y) ** 3;
  const short = (l - 0.0894841775 * x - 1.291485548 * y) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ];
}

/** Returns `true` if an sRGB screen shows the colour. @param {Oklch} color */
export function isInGamut(color) {
  return sharesOf(color).every((share) => share >= -SLACK && share <= 1 + SLACK);
}

/** Returns a colour with the most chroma that the screen has for its lightness and hue, up to its own. @param {Oklch} color @returns {Oklch} */
export function fitted(color) {
  if (isInGamut(color)) return color;
  let [low, high] = [0, color.c];
  for (let i = 0; i < HALVINGS; i += 1) {
    const c = (low + high) / 2;
    if (isInGamut({ ...color, c })) low = c;
    else high = c;
  }
  return { ...color, c: low };
}

/** Returns the channels from 0 to 255 of a colour, or of its nearest one of the screen with less chroma. @param {Oklch} color */
export function rgbOf(color) {
  return sharesOf(fitted(color)).map(channel);
}

/** Lines within a row of pixels by which the edge of the colours is drawn smooth. */
const LINES = 4;

/** How far beyond 0 and 1 rounding may put a channel of a grey. Near black {@link SLACK} would let in what is far beyond. */
const ROUNDING = 1e-9;

/** Returns the most chroma that the screen has for a lightness and a hue, to the eye. @param {number} l @param {number} h */
function edge(l, h) {
  let [low, high] = [0, MOST_CHROMA];
  for (let i = 0; i < HALVINGS / 2; i += 1) {
    const c = (low + high) / 2;
    if (sharesOf({ l, c, h }).every((share) => share >= -ROUNDING && share <= 1 + ROUNDING)) low = c;
    else high = c;
  }
  return low;
}

/**
 * Paints the colours of a hue: chroma grows to the right, lightness upwards. Those that no screen shows are left transparent; the
 * edge between them is smooth.
 * @param {Uint8ClampedArray} bytes Four for each pixel, zero at the beginning.
 * @param {number} width
 * @param {number} height
 * @param {number} hue In degrees.
 */
export function paintPlane(bytes, width, height, hue) {
  const light = (/** @type {number} */ y) => Math.min(1, Math.max(0, 1 - y / (height - 1)));
  for (let y = 0; y < height; y += 1) {
    const ends = Array.from({ length: LINES }, (_, line) => (edge(light(y + (line + 0.5) / LINES - 0.5), hue) / MOST_CHROMA) * (width - 1));
    const most = edge(light(y), hue);
    for (let x = 0; x < width; x += 1) {
      // Greys are always shown.
      const covered = x === 0 ? 1 : ends.reduce((sum, end) => sum + Math.min(1, Math.max(0, end - x + 0.5)), 0) / LINES;
      if (covered === 0) break;
      const shares = sharesOf({ l: light(y), c: Math.min(most, (x / (width - 1)) * MOST_CHROMA), h: hue });
      bytes.set([...shares.map(channel), Math.round(covered * 255)], (y * width + x) * 4);
    }
  }
}
