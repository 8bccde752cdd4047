/**
 * The forms about files, for what commands ask for: exporting, sprite sheets, and palettes.
 */

import { Exporter } from "../io/exporting.js";
import { openPalette } from "../io/palettes.js";
import { exportForm } from "./export.js";
import { paletteForm } from "./palettefile.js";
import { sheetForm } from "./sheet.js";

/** @import { Files } from "../io/files.js" */
/** @import { Engine } from "../types.js" */

/** Opens the forms when the engine asks for them. @param {Engine} engine @param {Files} files */
export function fileForms(engine, files) {
  const exporter = new Exporter(engine);
  const [askForExport, askForPalette] = [exportForm(engine, exporter), paletteForm(engine)];
  const askForSheet = sheetForm(engine, (name, work) => files.openBy(name, work));
  engine.on("ask", ({ what }) => {
    switch (what) {
      case "open-sheet": return askForSheet();
      case "export": return askForExport();
      case "export-again": return void exporter.again();
      case "open-palette": return openPalette(engine);
      case "save-palette": return askForPalette();
    }
  });
}
