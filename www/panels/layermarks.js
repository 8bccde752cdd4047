/**
 * What a layer is besides pixels, as marks in its rows: clipped, the background, a reference.
 *
 * Invariant: the panel of layers and the timeline have the same marks, and a layer that is none of these has nothing in their place.
 */

import backgroundSvg from "lucide-static/icons/arrow-down-to-line.svg?raw";
import clippedSvg from "lucide-static/icons/corner-left-down.svg?raw";
import referenceSvg from "lucide-static/icons/image.svg?raw";
import { icon } from "../controls.js";
import { html, say } from "../words.js";

/** @import { LayerInfo } from "../types.js" */

/** Returns the marks of a layer. @param {LayerInfo} layer */
export function layerMarks({ clipped, background, reference }) {
  return html`${clipped ? html`<span class="layer-clipped" role="img" aria-label="Clipped to the layer below" title=${say("Clipped to the layer below")}>${icon(clippedSvg)}</span>` : ""}${background
    ? html`<span class="layer-background" role="img" aria-label="Background: below all layers, never transparent" title=${say("Background: below all layers, never transparent")}>${icon(backgroundSvg)}</span>` : ""}${reference
    ? html`<span class="layer-reference" role="img" aria-label="Reference layer: in no export" title=${say("Reference layer: in no export")}>${icon(referenceSvg)}</span>` : ""}`;
}
