// How the plot looks: colours, the picture of the dots, the blocks drawn over it.

import { shades } from "./raster.js";

const CSS_NAMES = ["ink", "dot", "paper", "found", "found-soft", "true", "cursor"];

// Reading a style makes the browser lay out the page, so it is read once for light and once for dark.
const darkness = matchMedia("(prefers-color-scheme: dark)");
const palettes = new Map();

/** Return the colours of the plot as the style sheet has them now. */
export function palette() {
  if (!palettes.has(darkness.matches)) {
    const style = getComputedStyle(document.documentElement);
    const colours = CSS_NAMES.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]);
    palettes.set(darkness.matches, Object.fromEntries(colours));
  }
  return palettes.get(darkness.matches);
}

/** Call a function whenever the page turns dark or light. */
export function onDarkness(run) {
  darkness.addEventListener("change", run);
}

/** Return a canvas with a pixel for each tile. */
export function dotsPicture(counts, tiles, ink) {
  const picture = document.createElement("canvas");
  picture.width = picture.height = tiles.side;
  const context = picture.getContext("2d");
  context.fillStyle = ink;
  context.fillRect(0, 0, 1, 1);
  const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
  const image = context.createImageData(tiles.side, tiles.side);
  const dark = shades(counts, tiles.tile);
  for (let index = 0; index < dark.length; index++) {
    image.data.set([red, green, blue, Math.round(255 * dark[index])], 4 * index);
  }
  context.putImageData(image, 0, 0);
  return picture;
}

/** Draw the dots of a window into a square of pixels. */
export function paintDots(context, pixels, window, tiles, picture) {
  const scale = pixels / window.span;
  const extent = tiles.side * tiles.tile * scale;
  context.imageSmoothingEnabled = tiles.tile > 1;
  context.drawImage(picture, (tiles.x - window.x) * scale, (tiles.y - window.y) * scale, extent, extent);
}

/** Draw the true segments, the found ones and the selected one over a window. */
export function paintBlocks(context, pixels, window, { cuts, truth, selected, colours, ratio }) {
  const scale = pixels / window.span;
  const square = (first, last) => [
    (first - window.x) * scale,
    (first - window.y) * scale,
    (last - first) * scale,
    (last - first) * scale,
  ];
  const typical = (scale * (cuts.boundaries.at(-1) ?? 1)) / cuts.boundaries.length;
  const line = Math.max(0.6, Math.min(2, typical / ratio / 12)) * ratio;
  cuts.segments.forEach(({ first, last }, index) => {
    context.fillStyle = index === selected ? colours["found-soft"] : "transparent";
    context.fillRect(...square(first, last));
    context.strokeStyle = colours.found;
    context.lineWidth = index === selected ? line * 1.8 : line;
    context.strokeRect(...square(first, last));
  });
  context.lineWidth = 1.8 * line;
  for (const { first, last } of cuts.outline.above) context.strokeRect(...square(first, last));
  if (truth) {
    context.strokeStyle = colours.true;
    context.lineWidth = line;
    context.setLineDash([5 * ratio, 4 * ratio]);
    let first = 0;
    for (const last of truth) {
      context.strokeRect(...square(first, last));
      first = last;
    }
    context.setLineDash([]);
  }
}

/** Draw the row and the column of a pair of units. */
export function paintPair(context, pixels, window, pair, colours, ratio) {
  const scale = pixels / window.span;
  const thick = Math.max(scale, 1.5 * ratio);
  context.fillStyle = colours.cursor;
  context.globalAlpha = 0.25;
  context.fillRect(0, (pair[0] - window.y) * scale, pixels, thick);
  context.fillRect((pair[1] - window.x) * scale, 0, thick, pixels);
  context.globalAlpha = 1;
  context.strokeStyle = colours.cursor;
  context.lineWidth = 1.5 * ratio;
  context.strokeRect((pair[1] - window.x) * scale, (pair[0] - window.y) * scale, thick, thick);
}
