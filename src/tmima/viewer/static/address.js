// The address holds the view: which text, and everything that it is cut with.

const NUMBERS = ["mean_length", "std_length", "gamma", "r", "n_segments", "segment"];
const WORDS = ["text", "example", "language", "format", "unit", "method", "similarity", "excess", "ui"];

/** Return what the address says, without what it does not. */
export function readAddress() {
  const said = new URLSearchParams(location.hash.slice(1));
  const view = {};
  for (const name of WORDS) if (said.get(name)) view[name] = said.get(name);
  for (const name of NUMBERS) {
    const value = Number(said.get(name) || NaN);
    if (Number.isFinite(value)) view[name] = value;
  }
  return view;
}

/** Put a view into the address, without a new entry in the history. */
export function writeAddress(view) {
  const said = new URLSearchParams();
  for (const name of [...WORDS, ...NUMBERS]) {
    if (view[name] !== null && view[name] !== undefined && view[name] !== "") said.set(name, view[name]);
  }
  history.replaceState(null, "", `#${said}`);
}
