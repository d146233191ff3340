// The dots: D over a window of units, counted in square tiles, a little at a time.

import { firstNotBelow } from "./model.js";

// Pairs that are looked at between two pauses, and in all: beyond that, columns are sampled.
const STEP = 200_000;
const MOST = 300_000_000;
const FAINTEST = 0.12;

/** What a picture of a window of D is made of: `side` x `side` tiles of `tile` units from (x, y) on. */
export function tiling(size, window, pixels) {
  const x = Math.max(0, Math.floor(window.x));
  const y = Math.max(0, Math.floor(window.y));
  const far = Math.max(Math.ceil(window.x + window.span) - x, Math.ceil(window.y + window.span) - y);
  const span = Math.min(size, far);
  const tile = Math.max(1, Math.ceil(span / pixels));
  return { x, y, tile, side: Math.ceil(span / tile) };
}

/** Count the similar pairs of each tile; pauses (yields) now and then so that nothing freezes. */
export function* counting(model, tiles, counts) {
  const { x, y, tile, side } = tiles;
  const right = Math.min(model.size, x + side * tile);
  const bottom = Math.min(model.size, y + side * tile);
  const stride = Math.ceil(pairs(model) / MOST);
  const seen = new Int32Array(model.size).fill(-1);
  let work = 0;
  for (let column = x; column < right; column += stride) {
    const across = Math.floor((column - x) / tile);
    for (const term of model.termsOf(column)) {
      const rows = model.holders[term];
      for (let k = firstNotBelow(rows, y, 0, rows.length); k < rows.length && rows[k] < bottom; k++) {
        work += 1;
        if (seen[rows[k]] === column) continue;
        seen[rows[k]] = column;
        counts[Math.floor((rows[k] - y) / tile) * side + across] += stride;
      }
    }
    if (work > STEP) {
      work = 0;
      yield;
    }
  }
}

/** Return how dark each tile is, from 0 to 1: of many, the usual are light and the densest darkest. */
export function shades(counts, tile) {
  const shade = new Float32Array(counts.length);
  if (tile === 1) return shade.map((_, index) => Math.min(1, counts[index]));
  const sorted = Uint32Array.from(counts).sort();
  const usual = sorted[sorted.length >> 1];
  const densest = Math.max(usual + 1, sorted[Math.floor(sorted.length * 0.999)]);
  return shade.map((_, index) => {
    const above = (counts[index] - usual) / (densest - usual);
    return counts[index] ? Math.min(1, Math.max(FAINTEST, above)) : 0;
  });
}

function pairs(model) {
  return model.holders.reduce((sum, rows) => sum + rows.length ** 2, 0);
}
