/** Formats that are read, but not by Rust: what browsers decode, and what a decoder of the page's own does. The build reads this list, too. */
export const OTHERS = [
  { mime: "image/jpeg", endings: ["jpg", "jpeg"] },
  { mime: "image/bmp", endings: ["bmp"] },
  { mime: "image/avif", endings: ["avif"] },
  { mime: "image/x-icon", endings: ["ico"] },
  { mime: "image/vnd.adobe.photoshop", endings: ["psd"] },
];
