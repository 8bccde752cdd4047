/** Formats that are read, but not by Rust: what browsers decode, and what a decoder of the page's own does. The build reads this list, too. */
export const OTHERS = [
  { label: "JPEG", mime: "image/jpeg", endings: ["jpg", "jpeg"] },
  { label: "BMP", mime: "image/bmp", endings: ["bmp"] },
  { label: "AVIF", mime: "image/avif", endings: ["avif"] },
  { label: "Photoshop", mime: "image/vnd.adobe.photoshop", endings: ["psd"] },
];
