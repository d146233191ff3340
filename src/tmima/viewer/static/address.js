// The address holds the view: which text, and everything that it is cut with.

const NUMBERS = ["mean_length", "std_length", "gamma", "r", "n_segments", "finer", "levels", "segment"];
const WORDS = ["text", "example", "language", "format", "unit", "method", "similarity", "cut_at", "outline", "form", "ui"];

/** Return what the address says, without what it does not. */
export function readAddress() {
  const said = new URLSearchParams(location.hash.slice(1));
  const view = {};
  for (const name of WORDS) if (said.get(name)) view[name] = said.get(name);
  for (const name of NUMBERS) {
    const value = Number(said.get(name) || NaN);
    if (Number.isFinite(value)) view[name] = value;
  }
  return { ...view, edits: readEdits(said.get("edits")) };
}

// What was set by hand, if it can be read: an address may have been cut off on its way.
function readEdits(said) {
  try {
    const [cuts, joins, titles, kept = null, base = [[], []]] = JSON.parse(said);
    const places = [...cuts, ...joins, ...(kept ?? []), ...base[0], ...base[1]];
    const whole = places.every((place) => Number.isInteger(place) && place > 0);
    const words = Object.entries(titles).every(([first, title]) => /^\d+$/.test(first) && typeof title === "string");
    const found = kept && { cuts: base[0], joins: base[1] };
    return whole && words ? { cuts, joins, titles, kept, base: found } : undefined;
  } catch {
    return undefined;
  }
}

/** Return what was set by hand as the address has it, nothing if that is nothing. */
export function editsInAddress({ cuts, joins, titles, kept, base }) {
  if (!cuts.length && !joins.length && !Object.keys(titles).length) return null;
  const found = base && (base.cuts.length || base.joins.length) ? [[base.cuts, base.joins]] : [];
  return JSON.stringify([cuts, joins, titles, ...(kept ? [kept, ...found] : [])]);
}

/** Put a view into the address, without a new entry in the history. */
export function writeAddress(view) {
  const said = new URLSearchParams();
  for (const name of [...WORDS, ...NUMBERS, "edits"]) {
    if (view[name] !== null && view[name] !== undefined && view[name] !== "") said.set(name, view[name]);
  }
  history.replaceState(null, "", `#${said}`);
}
