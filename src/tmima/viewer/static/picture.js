// The plot as a file: PNG through a canvas, SVG with each dot as a shape while they are few.

import { dotsPicture, paintBlocks, paintDots, palette } from "./painting.js";
import { counting, tiling } from "./raster.js";

const PIXELS = 1600;
// Beyond this many units the dots of an SVG are a picture inside it.
const SHAPES = 700;

/** Return the whole plot as a PNG blob. */
export async function pngOf(model, cuts) {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = PIXELS;
  const context = canvas.getContext("2d");
  const colours = palette();
  const window = { x: 0, y: 0, span: model.size };
  context.fillStyle = colours.paper;
  context.fillRect(0, 0, PIXELS, PIXELS);
  const { tiles, counts } = countAll(model);
  paintDots(context, PIXELS, window, tiles, dotsPicture(counts, tiles, colours.dot));
  paintBlocks(context, PIXELS, window, { cuts, truth: model.truth, selected: null, colours, ratio: 2 });
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

/** Return the whole plot as SVG text. */
export function svgOf(model, cuts) {
  const colours = palette();
  const size = model.size;
  const square = (kind) => (first, last) =>
    `<rect class="${kind}" x="${first}" y="${first}" width="${last - first}" height="${last - first}"/>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="800" height="800">`,
    "<style>",
    ".found, .true { fill: none; vector-effect: non-scaling-stroke; stroke-width: 1.5 }",
    `.found { stroke: ${colours.found} }`,
    `.true { stroke: ${colours.true}; stroke-dasharray: 5 4 }`,
    "</style>",
    `<rect width="${size}" height="${size}" fill="${colours.paper}"/>`,
    dots(model, colours.dot),
    ...squares(cuts.boundaries, square("found")),
    ...cuts.outline.above.map(({ first, last }) => square("found")(first, last)),
    ...squares(model.truth ?? [], square("true")),
    "</svg>",
    "",
  ].join("\n");
}

function squares(boundaries, draw) {
  return boundaries.map((last, index) => draw(index ? boundaries[index - 1] : 0, last));
}

function dots(model, ink) {
  const { tiles, counts } = countAll(model);
  if (model.size > SHAPES) {
    const picture = dotsPicture(counts, tiles, ink).toDataURL("image/png");
    const extent = tiles.side * tiles.tile;
    return `<image href="${picture}" width="${extent}" height="${extent}" image-rendering="pixelated"/>`;
  }
  const runs = [];
  for (let row = 0; row < tiles.side; row++) {
    for (let column = 0; column < tiles.side; column++) {
      const first = column;
      while (column < tiles.side && counts[row * tiles.side + column]) column++;
      if (column > first) runs.push(`M${first} ${row}h${column - first}v1h${first - column}z`);
    }
  }
  return `<path fill="${ink}" d="${runs.join("")}"/>`;
}

function countAll(model) {
  const tiles = tiling(model.size, { x: 0, y: 0, span: model.size }, PIXELS);
  const counts = new Float32Array(tiles.side * tiles.side);
  for (const _ of counting(model, tiles, counts));
  return { tiles, counts };
}
