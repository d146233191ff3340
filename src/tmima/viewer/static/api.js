// The server's JSON interface.

import { say } from "./i18n.js";

/** A request that was not answered as hoped; `status` is 0 where there was no answer at all. */
export class ServerError extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/** Return the answer to a GET. */
export async function get(path) {
  return (await ask(path)).json();
}

/** Return the answer to a POST. */
export async function post(path, body) {
  return (await send(path, body)).json();
}

/** Return the answer to a POST as text. */
export async function postForText(path, body) {
  return (await send(path, body)).text();
}

function send(path, body) {
  return ask(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
}

async function ask(path, options = {}) {
  let answer;
  try {
    answer = await fetch(path, options);
  } catch {
    throw new ServerError(say("noNetwork"), 0);
  }
  if (answer.ok) return answer;
  const { detail } = await answer.json().catch(() => ({ detail: answer.statusText }));
  throw new ServerError(typeof detail === "string" ? detail : detail.map(told).join("; "), answer.status);
}

function told({ loc, msg }) {
  const name = loc.slice(1).join(".");
  return name ? `${name}: ${msg}` : msg;
}
