// A text as the viewer holds it: units, words, and who shares words with whom.

/** Return a function from offsets in characters to offsets in a JavaScript string. */
export function offsetsIn(text) {
  // A character beyond the basic plane takes two places in a JavaScript string.
  const wide = [];
  let characters = 0;
  for (const character of text) {
    if (character.length > 1) wide.push(characters);
    characters += 1;
  }
  return (offset) => offset + firstNotBelow(wide, offset, 0, wide.length);
}

/** Return the first index in [from, to) of a rising list whose value is not below one; else `to`. */
export function firstNotBelow(list, value, from, to) {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Return the index of the segment that holds a unit. */
export function segmentOf(boundaries, unit) {
  return firstNotBelow(boundaries, unit + 1, 0, boundaries.length);
}

export class TextModel {
  /** Take the server's answer (or the report's data) about a text. */
  constructor(data) {
    const place = offsetsIn(data.text);
    this.data = data;
    this.text = data.text;
    this.unit = data.unit;
    this.language = data.language;
    this.terms = data.terms;
    this.truth = data.truth;
    this.times = data.times; // of a transcript: when each unit begins, and when the last ends
    this.speakers = data.speakers;
    this.size = data.unit_sentences.length;
    this.edges = data.edges.map(place);
    this.starts = data.sentence_starts.map(place);
    this.ends = data.sentence_ends.map(place);
    this.firstSentences = [...data.unit_sentences, data.sentence_starts.length];
    this.paragraphs = new Set(data.paragraph_sentences);
    this.blocks = data.blocks.map(([start, end, kind, level]) => ({ start: place(start), end: place(end), kind, level }));
    this.blockStarts = this.blocks.map(({ start }) => start);
    this.marks = data.marks.map(([start, end, name]) => [place(start), place(end), name]);
    this.markEnds = this.marks.map(([, end]) => end);
    this.sections = data.sections;
    this.wordStarts = data.word_starts.map(place);
    this.wordEnds = data.word_ends.map(place);
    this.wordTerms = data.word_terms;
    this.#indexTerms();
  }

  /** Return where the visible text of a unit begins and ends. */
  span(unit) {
    return [this.starts[this.firstSentences[unit]], this.ends[this.firstSentences[unit + 1] - 1]];
  }

  /** Return the text of a unit as its reader knows it, without marks. */
  unitText(unit) {
    return this.#shown(...this.span(unit)).replace(/\s+/g, " ").trim();
  }

  /** Return the block that a unit begins in; nothing for prose. */
  blockOf(unit) {
    const [start] = this.span(unit);
    const block = this.blocks[firstNotBelow(this.blockStarts, start + 1, 0, this.blocks.length) - 1];
    return block && start < block.end ? block : undefined;
  }

  /** Return a sentence of some units without its marks; nothing if it is a table or code. */
  asRead(sentence, first, last) {
    if (!this.marks.length) return sentence;
    const plain = (text) => text.split(/\s+/).join(" ");
    for (let unit = first; unit < last; unit++) {
      if (plain(this.text.slice(...this.span(unit))) !== plain(sentence)) continue;
      return ["table", "code", "program"].includes(this.blockOf(unit)?.kind) ? "" : this.unitText(unit);
    }
    return sentence;
  }

  /** Tell whether one of the headings that a segment begins with says the same as its title. */
  beginsWithHeading({ first, last }, title) {
    for (let unit = first; unit < last && this.blockOf(unit)?.kind === "heading"; unit++) {
      if (this.unitText(unit) === title) return true;
    }
    return false;
  }

  /** Cut a range of characters where marks begin and end: [text, what it is: hidden, a style, or nothing]. */
  fragments(start, end) {
    const found = [];
    let done = start;
    let mark = firstNotBelow(this.markEnds, start + 1, 0, this.marks.length);
    for (; mark < this.marks.length && this.marks[mark][0] < end; mark++) {
      const [from, to, name] = this.marks[mark];
      found.push([this.text.slice(done, Math.max(done, from)), null]);
      found.push([this.text.slice(Math.max(start, from), Math.min(end, to)), name]);
      done = Math.min(end, to);
    }
    found.push([this.text.slice(done, end), null]);
    return found.filter(([text]) => text !== "");
  }

  /** Tell whether a unit begins a paragraph. */
  beginsParagraph(unit) {
    return this.paragraphs.has(this.firstSentences[unit]);
  }

  /** Return what is known here of some units as a segment: where they are; of a transcript when and by whom they are spoken. */
  segment(first, last) {
    const { edges } = this.data;
    const told = { start: edges[first], end: edges[last], first, last, units: last - first };
    if (!this.times) return { ...told, start_time: null, end_time: null, speakers: null };
    const speakers = [...new Set(this.speakers.slice(first, last))].filter((name) => name !== null);
    return { ...told, start_time: this.times[first], end_time: this.times[last], speakers };
  }

  /** Return the unit that is spoken at a time. */
  unitAt(seconds) {
    return Math.min(this.size - 1, Math.max(0, firstNotBelow(this.times, seconds + 0.001, 0, this.size) - 1));
  }

  /** Return the distinct terms of a unit. */
  termsOf(unit) {
    return this.unitTerms.subarray(this.unitStarts[unit], this.unitStarts[unit + 1]);
  }

  /** Return the terms that two units share. */
  shared(one, other) {
    const held = new Set(this.termsOf(one));
    return [...this.termsOf(other)].filter((term) => held.has(term));
  }

  /** Return the first pair of similar units in a square from (row, column) on, or that pair itself. */
  similarPair(row, column, side) {
    const reach = Math.min(side, 16);
    for (let down = row; down < Math.min(this.size, row + reach); down++) {
      for (let across = column; across < Math.min(this.size, column + reach); across++) {
        if (down !== across && this.shared(down, across).length) return [down, across];
      }
    }
    return [row, column];
  }

  /** Cut what is shown of a unit into pieces: [text, whether it is a word with one of the terms]. */
  pieces(unit, terms) {
    const wanted = new Set(terms);
    const [start, end] = this.span(unit);
    const pieces = [];
    let done = start;
    let word = firstNotBelow(this.wordStarts, start, 0, this.wordStarts.length);
    for (; word < this.wordStarts.length && this.wordStarts[word] < end; word++) {
      if (!wanted.has(this.wordTerms[word])) continue;
      pieces.push([this.#shown(done, this.wordStarts[word]), false]);
      pieces.push([this.#shown(this.wordStarts[word], this.wordEnds[word]), true]);
      done = this.wordEnds[word];
    }
    pieces.push([this.#shown(done, end), false]);
    return pieces.filter(([text]) => text !== "");
  }

  #shown(start, end) {
    const hides = { hidden: "", break: " " };
    return this.fragments(start, end).map(([text, name]) => hides[name] ?? text).join("");
  }

  // For each unit its distinct terms, and for each term the rising list of units that hold it.
  #indexTerms() {
    const starts = new Int32Array(this.size + 1);
    const terms = [];
    const holders = Array.from({ length: this.terms.length }, () => []);
    let word = 0;
    for (let unit = 0; unit < this.size; unit++) {
      for (; word < this.wordStarts.length && this.wordStarts[word] < this.edges[unit + 1]; word++) {
        const list = holders[this.wordTerms[word]];
        if (list.at(-1) === unit) continue;
        list.push(unit);
        terms.push(this.wordTerms[word]);
      }
      starts[unit + 1] = terms.length;
    }
    this.unitStarts = starts;
    this.unitTerms = Int32Array.from(terms);
    this.holders = holders.map((list) => Int32Array.from(list));
  }
}
