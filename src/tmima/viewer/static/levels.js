// Segments on several levels: how they are numbered, and what lies around them.

import { number } from "./i18n.js";

/**
 * Return of nested branches the number of each segment (1, 2 or 1.1, 1.2, 2.1) by its first unit, with how many
 * levels above it begin there too, and the branches that hold segments.
 */
export function outline(levels = []) {
  const numbers = new Map();
  const above = [];
  const walk = (branches, prefix, begun) =>
    branches.forEach(({ first, last, children = [] }, index) => {
      const name = `${prefix}${number(index + 1)}`;
      // The first of its branch begins where that does.
      const depth = index ? 0 : begun;
      if (children.length) {
        above.push({ first, last });
        walk(children, `${name}.`, depth + 1);
      } else numbers.set(first, { name, begun: depth });
    });
  walk(levels, "", 0);
  return { numbers, above };
}

/** Return what a segment is called, and how many levels above it begin with it. */
export function placed({ outline: { numbers }, segments }, index) {
  return numbers.get(segments[index].first) ?? { name: number(index + 1), begun: 0 };
}
