/** What small pictures show, whose canvases can't be read. */

/** A script that defines `pixels`, which returns the ImageData of a canvas. */
export const PIXELS = `
  const pixels = (canvas) => {
    const { width, height } = canvas;
    const context = new OffscreenCanvas(width, height).getContext("2d");
    context.drawImage(canvas, 0, 0);
    return context.getImageData(0, 0, width, height);
  };
`;
