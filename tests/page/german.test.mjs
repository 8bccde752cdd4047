/**
 * Every text has its German, every German text is needed, and both have the same values.
 *
 * `UNDOODLE_GERMAN=warn` makes texts without a German entry warnings, for work that is not finished.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import test, { after } from "node:test";
import { createServer } from "vite";
import { sorted } from "../../scripts/german.mjs";
import { missing } from "./missing.mjs";
import { allTexts, errorsOfModules, filesBelow, root, textsBeside, textsOfModules, textsOfPages, textsOfRust, textsOfTables } from "./texts.mjs";

/** @typedef {import("./texts.mjs").Found} Found */

const server = await createServer({ root, server: { middlewareMode: true, ws: false }, appType: "custom", logLevel: "error", optimizeDeps: { noDiscovery: true } });
after(() => server.close());
const { find, keyed, named, say } = await server.ssrLoadModule("/www/words/german.js");
const { colorName } = await server.ssrLoadModule("/www/panels/colornames.js");

/** All entries, as they stand in the catalogue's files. @type {{key: string, german: string, file: string}[]} */
const entries = filesBelow("www/words/de", ".json").flatMap((file) =>
  Object.entries(JSON.parse(readFileSync(path.join(root, file), "utf8"))).map(([key, german]) => ({ key, german, file })));

const keys = new Set(entries.map(({ key }) => key));

/** Lists texts for a person who has to do something about them. @param {Found[]} found */
const listed = (found) => [...new Map(found.map(({ text, where }) => [text, `${where}: ${text}`])).values()];

/** Messages and errors that Rust puts together, and what they are in German. */
const TOGETHER = [
  ["Undid Pencil, 42 pixels, layer Ink, frame 3", "Rückgängig: Stift, 42 Pixel, Ebene Ink, Einzelbild 3"],
  ["Redid Fill, 1,234,567 pixels, hidden layer Layer 2 of group Group 1", "Wiederholt: Füllen, 1.234.567 Pixel, verborgene Ebene 2 der Gruppe 1"],
  ["Undid Pencil, 1 pixel, layer Ink of group Cats", "Rückgängig: Stift, 1 Pixel, Ebene Ink der Gruppe Cats"],
  ["Undid Link cels, linked with 3 frames, hidden layer Ink", "Rückgängig: Cels verknüpfen, verknüpft mit 3 Einzelbildern, verborgene Ebene Ink"],
  ["Took back Pencil, 42 pixels, layer Ink, frame 3", "Zurückgenommen: Stift, 42 Pixel, Ebene Ink, Einzelbild 3"],
  ["Took back 1,021 of 1,030 pixels of Pencil; later steps have changed the others", "1.021 von 1.030 Pixeln zurückgenommen (Stift); die anderen haben spätere Schritte geändert"],
  ["Took back Pencil and 1 later step", "Zurückgenommen: Stift und 1 späterer Schritt"],
  ["Took back Pencil and 12 later steps", "Zurückgenommen: Stift und 12 spätere Schritte"],
  ["Took back a part of New layer; later steps stand on the rest", "Teilweise zurückgenommen: Neue Ebene; auf dem Rest bauen spätere Schritte auf"],
  ["Done again: Pencil, 1 pixel, layer Ink", "Noch einmal: Stift, 1 Pixel, Ebene Ink"],
  ["Done again: 5 of 29 pixels of Pencil; the others look different here or are protected", "Noch einmal: 5 von 29 Pixeln (Stift); die anderen sehen hier anders aus oder sind geschützt"],
  ["Nothing to undo on layer Layer 1", "Auf Ebene 1 nichts rückgängig zu machen"],
  ["step \"Pencil\": later steps have changed all of it", "Schritt „Stift“: spätere Schritte haben alles davon geändert"],
  ["Nothing to undo", "Nichts rückgängig zu machen"],
  ["Nothing to redo", "Nichts zu wiederholen"],
  ["Layer 1 is locked: painted on Ink instead; 2 steps set aside", "Ebene 1 ist gesperrt: stattdessen auf Ink gemalt; 2 Schritte beiseitegelegt"],
  ["Ink is hidden: painted on Layer 2 instead", "Ink ist ausgeblendet: stattdessen auf Ebene 2 gemalt"],
  ["Back on Layer 1; 1 step set aside", "Zurück auf Ebene 1; 1 Schritt beiseitegelegt"],
  ["Back on Ink, frame 2; 3 steps set aside", "Zurück auf Ink, Einzelbild 2; 3 Schritte beiseitegelegt"],
  ["Back on frame 2; 3 steps set aside", "Zurück auf Einzelbild 2; 3 Schritte beiseitegelegt"],
  ["Back on Ink, frame 2", "Zurück auf Ink, Einzelbild 2"],
  ["Back on frame 2", "Zurück auf Einzelbild 2"],
  ["1 step brought back, 2 steps set aside; “Pencil” conflicts with later steps", "1 Schritt zurückgeholt, 2 Schritte beiseitegelegt; „Stift“ verträgt sich nicht mit späteren Schritten"],
  ["3 steps brought back; “Pencil” conflicts with later steps", "3 Schritte zurückgeholt; „Stift“ verträgt sich nicht mit späteren Schritten"],
  ["3 steps brought back, 1 step set aside", "3 Schritte zurückgeholt, 1 Schritt beiseitegelegt"],
  ["1 step brought back", "1 Schritt zurückgeholt"],
  ["3 steps brought back", "3 Schritte zurückgeholt"],
  ["History limit set to 512 MB", "Speichergrenze des Verlaufs: 512 MB"],
  ["History limit set to 1 MB; 3 steps removed to fit", "Speichergrenze des Verlaufs: 1 MB; 3 Schritte dafür entfernt"],
  ["this edit is too large to undo: continue?", "Diese Änderung ist zu groß, um sie rückgängig zu machen: Fortfahren?"],
  ["this edit is too large to undo, and removes 1 earlier step from the history: continue?", "Diese Änderung ist zu groß, um sie rückgängig zu machen, und entfernt 1 früheren Schritt aus dem Verlauf: Fortfahren?"],
  ["this edit is too large to undo, and removes 9 earlier steps from the history: continue?", "Diese Änderung ist zu groß, um sie rückgängig zu machen, und entfernt 9 frühere Schritte aus dem Verlauf: Fortfahren?"],
  ["Pasted 8 × 9: only the first of its 3 pictures", "8 × 9 eingefügt: nur das erste seiner 3 Bilder"],
  ["with its history of 1 step", "mit Verlauf von 1 Schritt"],
  ["with its history of 7 steps", "mit Verlauf von 7 Schritten"],
  ["with its history of 7 steps, without 2 for which there is no room", "mit Verlauf von 7 Schritten, ohne 2, für die kein Platz ist"],
  ["with its history of 1 step, without 2 for which there is no room", "mit Verlauf von 1 Schritt, ohne 2, für die kein Platz ist"],
  ["; the PNG leaves out the division into 2 layers and 1 group, 1 other frame, 2 tags and the palette", "; PNG lässt aus: die Aufteilung in 2 Ebenen, 1 Gruppe, 1 weiteres Einzelbild, 2 Marken und die Palette"],
  ["the division into 3 layers", "die Aufteilung in 3 Ebenen"],
  ["the division into 3 layers and 2 groups", "die Aufteilung in 3 Ebenen und 2 Gruppen"],
  ["2 other frames", "2 weitere Einzelbilder"],
  ["1 tag", "1 Marke"],
  ["Cancelled the move or paste, 3 steps back", "Verschieben oder Einfügen abgebrochen, 3 Schritte zurück"],
  ["width must be from 1 to 32768, not 0", "Breite muss zwischen 1 und 32768 liegen, nicht bei 0"],
  ["width must be a whole number from 1 to 32768, not empty", "Breite muss eine ganze Zahl von 1 bis 32768 sein, nicht leer"],
  ["the history needs 4.1 MB and may take 4 MB: set a larger limit, or unpin a state", "der Verlauf braucht 4,1 MB und darf 4 MB belegen: eine größere Grenze setzen oder einen angehefteten Zustand lösen"],
  ["image needs 1 GB, and there is not enough memory", "Bild: 1 GB nötig, so viel Speicher ist nicht frei"],
  ["brush size may take at most 1.5 MB, not 2 MB", "Pinselgröße: höchstens 1,5 MB, nicht 2 MB"],
  ["harmony must be complement, split or square, not \"x\"", "Harmonie: erwartet wird complement, split oder square, nicht „x“"],
  ["the name is empty: enter 1 to 64 letters", "Name ist leer: 1 bis 64 Zeichen eingeben"],
  ["layer \"Layer 1\": it is locked, so unlock it first", "Ebene „Ebene 1“: sie ist gesperrt, also zuerst entsperren"],
  ["layer \"Ink\": it is hidden by its group \"Group 2\"", "Ebene „Ink“: durch ihre Gruppe „Gruppe 2“ verborgen"],
  ["layer \"Ink\": it is locked by its group \"Cats\"", "Ebene „Ink“: durch ihre Gruppe „Cats“ gesperrt"],
  ["group \"Cats\": it is locked, so unlock it first", "Gruppe „Cats“: sie ist gesperrt, also zuerst entsperren"],
  ["cel \"Ink, frame 3\": it is empty here", "Cel „Ink, Einzelbild 3“: hier leer"],
  ["step \"Pencil\": it conflicts with later steps", "Schritt „Stift“: er verträgt sich nicht mit späteren Schritten"],
  ["tool \"Pencil\": end its stroke first", "Werkzeug „Stift“: zuerst den Strich beenden"],
  ["game \"Life\": leave it or keep it before the drawing is changed", "Spiel „Life“: verlassen oder behalten, bevor die Zeichnung geändert wird"],
  ["preview \"Scale\": it is too large for a preview; OK applies it", "Vorschau „Skalieren“: zu groß für eine Vorschau; OK führt es aus"],
  ["key \"Ctrl+W\": the browser or the editor needs it, so choose another", "Taste „Ctrl+W“: der Browser oder der Editor braucht sie, also eine andere wählen"],
  ["this drawing can't be opened: a group has no layers", "Diese Zeichnung kann nicht geöffnet werden: eine Gruppe hat keine Ebenen"],
  ["this history can't be opened: its steps are out of order", "Dieser Verlauf kann nicht geöffnet werden: die Schritte sind in falscher Reihenfolge"],
  ["this journal can't be opened: its head is missing", "Dieses Protokoll kann nicht geöffnet werden: der Kopf fehlt"],
  ["its layout is version 9, and this Undoodle reads 4: open it with a newer one", "ihr Aufbau hat Version 9, und dieses Undoodle liest 4: mit einem neueren öffnen"],
  ["its layout is version 1, and this Undoodle reads 4: an older one wrote it", "ihr Aufbau hat Version 1, und dieses Undoodle liest 4: ein älteres schrieb sie"],
  ["PNG file: it ends too early", "PNG-Datei: sie endet zu früh"],
  ["Undoodle file: its pages are missing", "Undoodle-Datei: ihre Seiten fehlen"],
  ["this step takes more than 1.5 MB and can't be undone; once it is done, all steps are forgotten", "dieser Schritt braucht mehr als 1,5 MB und kann nicht rückgängig gemacht werden; ist er getan, sind alle Schritte vergessen"],
  ["GIMP palette file: line 7 is not a colour: numbers from 0 to 255 are needed", "Datei (GIMP-Palette): Zeile 7 ist keine Farbe: Zahlen von 0 bis 255 sind nötig"],
  ["44 colours past 256 were left out", "44 Farben nach den ersten 256 weggelassen"],
  ["2 colours of CMYK were converted and may look different", "2 Farben in CMYK umgerechnet, möglicherweise mit anderem Aussehen"],
  ["1 colour of LAB was converted and may look different", "1 Farbe in LAB umgerechnet, möglicherweise mit anderem Aussehen"],
  ["253 colours of black at its end were left out", "253 Farben (Schwarz) am Ende weggelassen"],
  ["1 colour of black at its end was left out", "1 Farbe (Schwarz) am Ende weggelassen"],
  ["3 colours past 256", "3 Farben nach den ersten 256"],
  ["the transparency of 2 colours", "die Transparenz von 2 Farben"],
  // What a file loses, and what is said of one that was opened.
  ["2 slices were left out", "2 Slices weggelassen"],
  ["1 cel was cut at the canvas", "1 Cel an der Leinwand abgeschnitten"],
  ["2 slices were left out; its ICC colour profile was left out; 1 name was changed to fit", "2 Slices weggelassen; das ICC-Farbprofil weggelassen; 1 Name passend geändert"],
  ["the effects of 1 layer left out; 2 clipping masks left out", "die Effekte von 1 Ebene weggelassen; 2 Schnittmasken weggelassen"],
  ["2 colours of CMYK were converted and may look different; 1 colour of LAB was converted and may look different", "2 Farben in CMYK umgerechnet, möglicherweise mit anderem Aussehen; 1 Farbe in LAB umgerechnet, möglicherweise mit anderem Aussehen"],
  ["only the first of its 12 pictures, rounded from 16 to 8 bits per channel", "nur das erste seiner 12 Bilder, von 16 auf 8 Bit je Kanal gerundet"],
  ["2 slices were left out; what a later version says", "2 Slices weggelassen; what a later version says"],
  ["12 hidden frames will be shown; the description was left out", "12 verborgene Einzelbilder künftig sichtbar; die Beschreibung weggelassen"],
  ["1 frame without a duration is shown for 100 ms; its number of loops (3) was left out", "1 Einzelbild ohne Dauer, für 100 ms gezeigt; die Zahl der Wiederholungen (3) weggelassen"],
  ["1,024 frames past 1024 were left out", "1.024 Einzelbilder nach den ersten 1024 weggelassen"],
  ["1 frame past 1024 was left out", "1 Einzelbild nach den ersten 1024 weggelassen"],
  ["2 frames without a duration are shown for 100 ms", "2 Einzelbilder ohne Dauer, für je 100 ms gezeigt"],
  ["this file can't be opened: its width is 65535, and a drawing has at most 32768", "Diese Datei kann nicht geöffnet werden: Breite: 65535, eine Zeichnung hat höchstens 32768"],
  ["this file can't be opened: its number of layers is 0, and a drawing has at least 1", "Diese Datei kann nicht geöffnet werden: Anzahl der Ebenen: 0, eine Zeichnung hat mindestens 1"],
  ["this file can't be opened: its number of pixels is 900000000, and a drawing has at most 268435456", "Diese Datei kann nicht geöffnet werden: Anzahl der Pixel: 900000000, eine Zeichnung hat höchstens 268435456"],
  ["32 indexed colours became RGB; its grey values became RGB", "32 indizierte Farben in RGB umgewandelt; die Grauwerte in RGB umgewandelt"],
  ["the colour of 2 tags left out; 1 piece of user data left out; the author and the licence left out", "die Farbe von 2 Marken weggelassen; 1 Eintrag mit Benutzerdaten weggelassen; Urheber und Lizenz weggelassen"],
  ["1 other palette left out; 44 colours past 256 left out; 2 vanishing points left out; 2 malformed colours left out", "1 weitere Palette weggelassen; 44 Farben nach den ersten 256 weggelassen; 2 Fluchtpunkte weggelassen; 2 fehlerhafte Farben weggelassen"],
  ["3 colour marks of layers and cels left out; the animated properties of 1 layer left out", "3 Farbmarkierungen von Ebenen und Cels weggelassen; die animierten Eigenschaften von 1 Ebene weggelassen"],
  ["1 animation of frames that do not follow each other left out; 2 names changed to fit", "1 Animation aus Einzelbildern, die nicht aufeinander folgen, weggelassen; 2 Namen passend geändert"],
  ["1 tag of an unknown direction played forward now", "1 Marke mit unbekannter Richtung, jetzt vorwärts"],
  ["unknown data left out: pivot, slices; unknown data left out: a, b, c, d and more", "Unbekanntes weggelassen: pivot, slices; Unbekanntes weggelassen: a, b, c, d und mehr"],
  ["the links of 4 cels", "die Verknüpfungen von 4 Cels"],
  ["the direction of 2 tags, which becomes Forward", "die Richtung von 2 Marken, die zu Vorwärts wird"],
  ["2 groups no longer isolated from the layers below", "2 Gruppen nicht mehr von den Ebenen darunter isoliert"],
  ["artboards became groups: 2", "Zeichenflächen in Gruppen umgewandelt: 2"],
  ["the blending options of 2 layers left out", "die Mischoptionen von 2 Ebenen weggelassen"],
  ["2 pictures of other sizes were left out", "2 Bilder anderer Größen weggelassen"],
  ["more than 65536 colours past 255", "mehr als 65536 Farben nach den ersten 255"],
  ["partial transparency", "teilweise Transparenz"],
  ["the blend mode of 2 layers, which becomes Normal", "den Mischmodus von 2 Ebenen, der zu Normal wird"],
  ["the locks of 1 layer", "die Sperren von 1 Ebene"],
  ["the opacity, which becomes 0, of 2 layers", "die Deckkraft, die 0 wird, von 2 Ebenen"],
  ["the duration of 2 frames, which becomes 100 ms", "die Dauer, die zu 100 ms wird: 2 Einzelbilder"],
  ["3 alpha locks", "3 Alphasperren"],
  ["2 hidden layers", "2 verborgene Ebenen"],
  ["3 frames without a tag", "3 Einzelbilder ohne Marke"],
  ["adjustment layers left out: 2; fill layers left out: 1", "Einstellungsebenen weggelassen: 2; Füllebenen weggelassen: 1"],
  ["1 layer no longer clipped to the layer below", "1 Ebene nicht mehr auf die Ebene darunter beschnitten"],
  ["the blend mode of 2 layers became normal: dissolve, vivid light", "der Mischmodus von 2 Ebenen wurde normal: dissolve, vivid light"],
  ["text layers converted to pixels: 1; smart objects converted to pixels: 2", "Textebenen in Pixel umgewandelt: 1; Smartobjekte in Pixel umgewandelt: 2"],
  ["the masks of 1 layer applied to their pixels; the vector masks of 1 layer left out", "die Masken von 1 Ebene auf ihre Pixel angewendet; die Vektormasken von 1 Ebene weggelassen"],
  ["Photoshop file: a layer can't be unpacked", "Datei (Photoshop): eine Ebene lässt sich nicht entpacken"],
  ["this animated PNG file is damaged: a checksum does not match", "Diese Datei (animiertes PNG) ist beschädigt: eine Prüfsumme stimmt nicht"],
  ["this JPEG file is damaged, or this browser can't read it", "diese Datei (JPEG) ist beschädigt, oder dieser Browser kann sie nicht lesen"],
  ["animated PNG file may take at most 1 GB, not 2 GB", "Datei (animiertes PNG): höchstens 1 GB, nicht 2 GB"],
  ["tag must be one of the drawing's, not \"run\"", "Marke: erwartet wird eine der Zeichnung, nicht „run“"],
  ["last frame must be from 4 to 5, not 9", "letztes Einzelbild muss zwischen 4 und 5 liegen, nicht bei 9"],
  ["Undoodle can't open this file: it opens PNG, animated PNG, sprite sheet, a palette, ICO or Photoshop", "Undoodle kann diese Datei nicht öffnen: Es öffnet PNG, animiertes PNG, Spritesheet, eine Palette, ICO oder Photoshop"],
  ["it must have at most 256 layers, not 300", "sie darf höchstens 256 Ebenen haben, nicht 300"],
  ["opacity, blend modes and masks of groups left out: 2", "Deckkraft, Mischmodi und Masken von Gruppen weggelassen: 2"],
  ["colours of 16 bits reduced to 8", "Farben von 16 auf 8 Bit verringert"],
  ["without its 2 texts, without its print size", "ohne seine 2 Texte, ohne seine Druckgröße"],
  ["its number of loops (1) was left out", "die Zahl der Wiederholungen (1) weggelassen"],
  ["“cat.png” has 99.5 MB: a file may have at most 64 MB", "„cat.png“ hat 99.5 MB: Eine Datei darf höchstens 64 MB haben"],
];

/** Returns a text of Rust with a sample in place of each value. @param {string} text */
const sample = (text) => text.replace(/\{[^}]*\}/g, "7");

/** Returns what a text may be part of: a step's message, or a number of things. @param {string} text */
const formsOf = (text) => [text, `Pencil${text}`, `1 ${text}`, `7 ${text}`, `7 ${text}s`];

/** Names of other programs and of formats, which are the same in every language. */
const NAMES = /^(Aseprite|GIF|OpenRaster|Piskel|Pixelorama|WebP)$/;

/** Texts of Rust that are parts of those above, or that nobody reads: types, names of keys, rules of the engine, what files begin with. */
const PARTS = [
  /^(Group|Layer|Tag) (\{n?\}|1)$/, /^,? ?(and )?\{\w*\} ?(and|or|forgotten|MB|set aside|brought back|B|\{)/, /^ ?(copy|hidden |and \{|of group )/, /^, (and|\{)/, /^(Undid|Redid|open it with|an older one)/, /^\{\w*\}[ .,]/,
  // What palette files are made of.
  /^(GIMP Palette|Name: |;?Palette Name:|Channels|Untitled|Index |;|\{r:|PAL |RGB |LAB |Gray$)/,
  // What other files are made of, what their decoders say, and names of programs.
  /^(<|\{\{|[ {]*name\}|Thumb|XMP |Software)/, /^(image truncated|no color table available|file does not contain)/, NAMES, /^(1|more than) \{/, /^the (blend mode|locks|note|opacity, which becomes 0,)$/,
  /^(the history needs|with its history|the division|its layout|this (step|edit)|\{what\}|History limit|Nothing to|frame \{|other frame)/,
];
const FOR_NOBODY = [
  /^src\/web\//, /^crates\/history\/src\/(error|save|piece|ring|slabs|validate|image)\.rs/, /^crates\/drawing\/src\/document\/(draft|drawing\/info)\.rs/, /^crates\/(bridge|formats\/worker|lab\/page)\//, /^src\/keys\.rs/, /^src\/editor\/bindings\.rs/, /^crates\/lab\/src\/(recording|inside)\.rs/, /^crates\/formats\/src\/png\/refusals\.rs/, /^src\/params\.rs/, /^src\/tools\/tool\.rs/,
];
const KEYS = /^(Arrow\w+|Escape|Enter|Backspace|Home|End|Insert|Page(Up|Down))$/;

/** Names that scripts use, which are the same in every language. */
const IDS = /^[\w-]+(, [\w-]+)*,? or [\w-]+$/;

/** Errors of the page that only scripts, or a fault of the program, can bring about. */
const OF_SCRIPTS = /^www\/(checked|scripting|lab\/scripting|squares\/\w+|fetching|lab\/main|main)\.js|: the page has no |: format "7"|: overtaken$|: recording "7": expected|^www\/offline\.js|^www\/io\/converting\.js: there is no drawing|: no picture$/;

test("every text of the pages, the modules and the editor's tables has a German entry", () => {
  const texts = [...textsOfPages(), ...textsOfModules(), ...textsOfTables()].filter(({ text }) => /\p{L}/u.test(text) && !NAMES.test(text));
  assert.ok(texts.length > 1000, `${texts.length} texts are all that were found`);
  missing(texts.filter(({ text }) => !keys.has(text)));
});

test("messages and errors are German, whatever values they have", () => {
  const known = (/** @type {string} */ text) => formsOf(sample(text)).some(find) || IDS.test(text) || KEYS.test(text);
  const rust = textsOfRust().filter(({ text, where }) => !known(text) && !PARTS.some((part) => part.test(text)) && !FOR_NOBODY.some((place) => place.test(where)));
  const errors = errorsOfModules().filter(({ text, where }) => !find(text) && !OF_SCRIPTS.test(`${where}: ${text}`.replace(/:\d+:/, ":")));
  const gaps = [...rust, ...errors];
  // A message that is still English, or has a text in it that has no entry, is not wrong but unfinished.
  const unfinished = TOGETHER.map(([english]) => english).filter((english) => say(english) === english || gaps.some(({ text }) => say(english).includes(text)));
  missing([...gaps, ...unfinished.map((text) => ({ text, where: "tests/page/german.test.mjs" }))]);
  for (const [english, german] of TOGETHER) if (!unfinished.includes(english)) assert.equal(say(english), german);
});

test("no text of the page passes beside the catalogue", () => {
  /** Scripts' errors, names of articles, classes, and what other programs are told. */
  const allowed = /^www\/checked\.js|: (Undoodle: 7 × 7 pixels|asked to persist|Simple Undo|How to design|Undo with Arenas|7 behind|7 losing|a part of the program|Undoodle can't open this file$)/;
  /** What these say arrives finished at the page, from a worker too, and is found there by what it looks like. */
  const handed = /^www\/io\/(converter|decoding|formats|opening|photoshop|psdlosses)\.js/;
  const beside = textsBeside().filter(({ text, where }) => !allowed.test(`${where.replace(/:\d+$/, "")}: ${text}`));
  assert.deepEqual(listed(beside.filter(({ where }) => !handed.test(where))), []);
  missing(beside.filter(({ text, where }) => handed.test(where) && !find(text)));
});

test("a text without a German entry fails, or is warned of once where that is asked for", () => {
  const found = [{ text: "Nobody has translated this", where: "here" }];
  const line = "no German for “Nobody has translated this” (here)";
  assert.throws(() => missing(found, {}), { message: line });
  /** @type {string[]} */
  const said = [];
  for (let time = 0; time < 2; time += 1) missing(found, { UNDOODLE_GERMAN: "warn" }, (words) => said.push(words));
  assert.deepEqual(said, [`warning: ${line}`]);
});

test("every colour has a German name", () => {
  const names = new Set();
  const channels = Array.from({ length: 16 }, (_, i) => (i * 17).toString(16).padStart(2, "0"));
  for (const r of channels) for (const g of channels) for (const b of channels) names.add(colorName(`#${r}${g}${b}ff`));
  assert.ok(names.size > 25, "names of colours");
  missing([...names].filter((name) => !keys.has(name)).map((text) => ({ text, where: "www/panels/colornames.js" })));
  assert.equal(say("dark turquoise"), "dunkeltürkis");
});

test("each file has one entry a line, sorted", () => {
  for (const file of filesBelow("www/words/de", ".json")) {
    const source = readFileSync(path.join(root, file), "utf8");
    assert.ok(source === sorted(source), `${file} is not sorted, has several entries on a line or one key twice; run: node scripts/german.mjs --sort`);
  }
});

test("no entry stands twice, and somebody needs each", () => {
  const twice = entries.filter(({ key }, at) => entries.findIndex((other) => other.key === key) !== at);
  assert.deepEqual(twice.map(({ key, file }) => `${file}: ${key}`), []);
  const needed = new Set([...textsOfPages(), ...textsOfModules(), ...textsOfTables()].map(({ text }) => text));
  // Recordings are named by their files.
  for (const file of readdirSync(path.join(root, "www", "lab", "recordings"))) needed.add(`${file[0].toUpperCase()}${file.slice(1).split("-")[0]}`);
  const texts = allTexts();
  const samples = [...[...texts].map(sample), ...TOGETHER.map(([english]) => english), ...errorsOfModules().map(({ text }) => text), ...textsBeside().map(({ text }) => text)];
  // What is said of a text is said of the texts in it, too.
  for (const each of samples) {
    for (const text of formsOf(each)) {
      for (let found = find(text); found; found = found.match && find(found.match[1])) needed.add(found.key);
    }
  }
  for (const [english] of TOGETHER) for (const part of english.split(/; (?!the PNG)|, | and |: /)) needed.add(find(part)?.key ?? find(part.replace(/^the PNG leaves out /, ""))?.key ?? "");
  const colours = /^((dark|light) )?(pink|red|orange|yellow|lime|green|turquoise|blue|violet|magenta|grey)$/;
  const idle = entries.filter(({ key }) => !needed.has(key) && !texts.has(key) && !colours.test(key));
  assert.deepEqual(idle.map(({ key, file }) => `${file}: ${key}`), []);
});

test("both languages have the same values and elements, and German has its own quotes", () => {
  const values = (/** @type {string} */ text) => [...text.matchAll(/\{\w+\}|<\/?\w+[^>]*>/g)].map(([hole]) => hole).sort();
  for (const { key, german } of entries) {
    // What a value names may be dropped where it is said by the sentence.
    assert.deepEqual(values(german), values(key), key);
    assert.notEqual(german.trim(), "", key);
    assert.doesNotMatch(german, /”|\b(?:du|dein\w*|Sie haben|Ihr)\b/, key);
    assert.equal(german.split("„").length, german.split("“").length, key);
    assert.equal(/…$/.test(german), /…$/.test(key), key);
  }
});

test("names that the editor gives and names of keys are German, and a person's are as they are", () => {
  assert.deepEqual(["Layer 1", "Layer 12 copy", "Group 3", "Tag", "untitled"].map(named), ["Ebene 1", "Ebene 12 – Kopie", "Gruppe 3", "Marke", "unbenannt"]);
  assert.deepEqual(["Layer one", "Undo", "My Layer 1"].map(named), ["Layer one", "Undo", "My Layer 1"]);
  assert.deepEqual(["Ctrl+Shift+Z", "Escape", "Shift+ArrowLeft", "F3", "Delete"].map(keyed), ["Strg+Umschalt+Z", "Esc", "Umschalt+ArrowLeft", "F3", "Entf"]);
});

test("words of painters are the German ones, and none stands alone that needs another", () => {
  assert.deepEqual(["Screen", "primary", "secondary", "Kept in this browser"].map((text) => say(text)), ["Negativ multiplizieren", "erste Farbe", "zweite Farbe", "Lokal gesichert"]);
});
