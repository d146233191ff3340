// What a person has set by hand: one value, and those before and after it. Places are units before a cut.

/** Nothing set by hand: `cuts` stay, at `joins` there is none, `titles` are by the first unit of a segment. */
export const UNTOUCHED = { cuts: [], joins: [], titles: {} };

/** Return edits that cut at a place. */
export function withCut(edits, place) {
  return { ...edits, cuts: added(edits.cuts, [place]), joins: removed(edits.joins, [place]) };
}

/** Return edits that do not cut at a place, whatever the text says. */
export function withoutCut(edits, place) {
  const { [place]: _, ...titles } = edits.titles;
  return { cuts: removed(edits.cuts, [place]), joins: added(edits.joins, [place]), titles };
}

/** Return edits that move a cut with its title; on its way there is none any more. */
export function withMove(edits, from, to) {
  const step = Math.sign(to - from);
  const way = Array.from({ length: Math.abs(to - from) }, (_, index) => from + step * index);
  const title = edits.titles[from];
  const gone = way.reduce(withoutCut, edits);
  const moved = withCut(gone, to);
  return title === undefined ? moved : { ...moved, titles: { ...moved.titles, [to]: title } };
}

/** Return edits with another title; who names a segment wants it to stay. A blank one is found again. */
export function withTitle(edits, place, title) {
  const { [place]: _, ...titles } = edits.titles;
  if (!title.trim()) return { ...edits, titles };
  const named = { ...edits, titles: { ...titles, [place]: title.trim() } };
  return place === 0 ? named : withCut(named, place);
}

/** Return cuts as they will be where the hand has been; the server tells the rest a moment later. */
export function regrouped(cuts, model, { cuts: set, joins, titles }) {
  const boundaries = removed(added(cuts.boundaries, set), joins);
  const known = new Map(cuts.segments.map((segment) => [segment.first, segment]));
  const segments = boundaries.map((last, index) => {
    const first = index ? boundaries[index - 1] : 0;
    const sentences = model.firstSentences[last] - model.firstSentences[first];
    const { title = "", keywords = [], density = 0 } = known.get(first) ?? {};
    return { ...model.segment(first, last), sentences, density, keywords, title: titles[first] ?? title };
  });
  return { ...cuts, boundaries, segments };
}

export class History {
  constructor() {
    this.start(UNTOUCHED);
  }

  /** Forget everything and begin with a value. */
  start(edits) {
    this.past = [];
    this.present = edits;
    this.future = [];
  }

  /** Take another value in place of the present one. */
  push(edits) {
    this.past.push(this.present);
    this.present = edits;
    this.future = [];
  }

  /** Go back to the value before, if there is one; `forget` it for good if it was no good. */
  undo({ forget = false } = {}) {
    if (!this.past.length) return false;
    if (!forget) this.future.push(this.present);
    this.present = this.past.pop();
    return true;
  }

  /** Take back an undo. */
  redo() {
    if (!this.future.length) return false;
    this.past.push(this.present);
    this.present = this.future.pop();
    return true;
  }
}

function added(places, more) {
  return [...new Set([...places, ...more])].sort((one, other) => one - other);
}

function removed(places, fewer) {
  return places.filter((place) => !fewer.includes(place));
}
