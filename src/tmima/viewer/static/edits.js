// What a person has set by hand: one value, and those before and after it. Places are units before a cut.

/**
 * Nothing set by hand: `cuts` stay, at `joins` there is none, `titles` are by the first unit of a segment.
 *
 * After an edit all other cuts stay where they are too: they are `kept`, null while they are found from the text,
 * and `base` is what had been set by hand when they were found.
 */
export const UNTOUCHED = { cuts: [], joins: [], titles: {}, kept: null, base: null };

/** Return edits that cut at a place. */
export function withCut(edits, place) {
  return { ...edits, cuts: added(edits.cuts, [place]), joins: removed(edits.joins, [place]) };
}

/** Return edits that do not cut at a place, whatever the text says. */
export function withoutCut(edits, place) {
  const { [place]: _, ...titles } = edits.titles;
  return { ...edits, cuts: removed(edits.cuts, [place]), joins: added(edits.joins, [place]), titles };
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

/** Return edits that keep all cuts of a text where they are, but those that the hand has changed. */
export function keeping(edits, boundaries) {
  const kept = removed(added(boundaries.slice(0, -1), edits.cuts), edits.joins);
  return { ...edits, kept };
}

/** Return edits after which all that was not set by hand is found anew. */
export function released(edits) {
  return { ...edits, kept: null, base: null };
}

/** Return cuts as the hand has left them; the server tells their names a moment later. */
export function regrouped(cuts, model, { kept, titles }) {
  const boundaries = kept ? [...kept, model.size] : cuts.boundaries;
  const known = new Map(cuts.segments.map((segment) => [segment.first, segment]));
  const segments = boundaries.map((last, index) => {
    const first = index ? boundaries[index - 1] : 0;
    const sentences = model.firstSentences[last] - model.firstSentences[first];
    const { title = "", keywords = [], density = 0, certainty = null, pages = null, summary = "" } = known.get(first) ?? {};
    const named = { keywords, title: titles[first] ?? title, summary, certainty, pages };
    return { ...model.segment(first, last), sentences, density, ...named };
  });
  return { ...cuts, boundaries, segments };
}

/**
 * Return cuts with what was known before the hand changed them: how sure each is, where else one could be, and how
 * many had been found. Cuts that are all told would be certain, every one.
 */
export function withFound(cuts, { kept, found }, { cuts: set, titles }) {
  const byHand = (place) => set.includes(place) || place in titles;
  const mark = (segment) => ({ ...segment, by_hand: byHand(segment.first) });
  if (!found) return { ...cuts, segments: cuts.segments.map(mark), edited: kept ? {} : null };
  const sure = new Map(found.segments.map(({ first, certainty }) => [first, certainty]));
  const fewer = (some, others) => some.filter((place) => !others.includes(place)).length;
  return {
    ...cuts,
    probabilities: found.probabilities,
    elsewhere: found.elsewhere.filter(({ place }) => !cuts.boundaries.includes(place)),
    segments: cuts.segments.map((segment) => mark({ ...segment, certainty: sure.get(segment.first) ?? null })),
    edited: {
      found: found.segments.length,
      added: fewer(cuts.boundaries, found.boundaries),
      removed: fewer(found.boundaries, cuts.boundaries),
    },
  };
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
