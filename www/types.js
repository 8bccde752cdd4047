/**
 * Names for the types that cross the border between Rust and the page.
 *
 * The shapes themselves are declared once, beside the Rust that makes them, and arrive with
 * the generated package; here they get the names that the page's modules import, so that no
 * module but `engine.js` needs to know where the package lies.
 *
 * @typedef {import("../pkg/undoodle.js").Editor} Editor
 * @typedef {import("../pkg/undoodle.js").Point} Point
 * @typedef {import("../pkg/undoodle.js").Rect} Rect
 * @typedef {import("../pkg/undoodle.js").Effect} Effect
 * @typedef {import("../pkg/undoodle.js").State} State
 * @typedef {import("../pkg/undoodle.js").CommandInfo} CommandInfo
 * @typedef {import("../pkg/undoodle.js").Param} Param
 * @typedef {import("../pkg/undoodle.js").Arguments} Arguments
 * @typedef {import("../pkg/undoodle.js").ToolInfo} ToolInfo
 * @typedef {import("../pkg/undoodle.js").ToolOption} ToolOption
 * @typedef {import("../pkg/undoodle.js").Drawing} Drawing
 * @typedef {import("../pkg/undoodle.js").LayerInfo} LayerInfo
 * @typedef {import("../pkg/undoodle.js").GroupInfo} GroupInfo
 * @typedef {import("../pkg/undoodle.js").TagInfo} TagInfo
 * @typedef {import("../pkg/undoodle.js").SliceInfo} SliceInfo
 * @typedef {import("../pkg/undoodle.js").SliceKeyInfo} SliceKeyInfo
 * @typedef {import("../pkg/undoodle.js").HistoryInfo} HistoryInfo
 * @typedef {import("../pkg/undoodle.js").StepRow} StepRow
 * @typedef {import("../pkg/undoodle.js").StepRows} StepRows
 * @typedef {import("../pkg/undoodle.js").StateWords} StateWords
 * @typedef {import("../pkg/undoodle.js").Made} Made
 * @typedef {import("../pkg/undoodle.js").Fold} Fold
 * @typedef {import("../pkg/undoodle.js").FoundRow} FoundRow
 * @typedef {import("../pkg/undoodle.js").Found} Found
 * @typedef {import("../pkg/undoodle.js").Makers} Makers
 * @typedef {import("../pkg/undoodle.js").HeatInfo} HeatInfo
 * @typedef {import("../pkg/undoodle.js").Foreseen} Foreseen
 * @typedef {import("../pkg/undoodle.js").Along} Along
 * @typedef {import("../pkg/undoodle.js").Brought} Brought
 * @typedef {import("../pkg/undoodle.js").TakenBack} TakenBack
 * @typedef {import("../pkg/undoodle.js").MergedBranch} MergedBranch
 * @typedef {import("../pkg/undoodle.js").MergeInfo} MergeInfo
 * @typedef {import("../pkg/undoodle.js").Compared} Compared
 * @typedef {import("../pkg/undoodle.js").Preset} Preset
 * @typedef {import("../pkg/undoodle.js").Thumbnail} Thumbnail
 * @typedef {import("../pkg/undoodle.js").TransformBox} TransformBox
 * @typedef {import("../pkg/undoodle.js").Highlight} HighlightInfo
 * @typedef {import("../pkg/undoodle.js").Copied} Copied
 * @typedef {NonNullable<ReturnType<Editor["batch"]>> & {puts: import("./kept/entries.js").Put[]}} Batch
 *
 * @typedef {import("../pkg/undoodle.js").Message} Message
 * @typedef {Omit<Extract<Effect, {type: "message"}>, "text"> & {text: string, said?: Message}} MessageEffect A message in the person's language, and what it was made of.
 * @typedef {Omit<Extract<Effect, {type: "offer"}>, "text" | "quiet"> & {text: string, quiet?: boolean, run?: () => void}} OfferEffect Without a command it has a function that its button calls.
 * @typedef {Extract<Effect, {type: "highlight"}>} HighlightEffect
 * @typedef {Extract<Effect, {type: "flash"}>} FlashEffect
 * @typedef {Extract<Effect, {type: "ask"}>} AskEffect
 * @typedef {{state: State, commands: CommandInfo[], tools: ToolInfo[], toolOptions: ToolOption[], drawing: Drawing}} Picture Everything that panels draw from.
 *
 * @typedef {import("./engine.js").Engine} Engine
 *
 * @typedef {object} Keeping Whoever keeps the drawing.
 * @property {(editor: Editor) => void} met Hears what the editor shows now, before the listeners do.
 * @property {(editor: Editor) => boolean} ready Returns `true` if a batch is to be made of what has happened.
 * @property {(editor: Editor) => void} made Hears that it is made.
 */

export {};
