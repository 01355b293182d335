// Questions to the server.

const PAGE = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16)).join("-");

/** The server said no: its words, and where in the text. */
export class Refusal extends Error {
  /** @param {import("./types").Failure} failure */
  constructor(failure) {
    super(failure.error);
    this.faults = failure.faults ?? [];
  }
}

/** @param {string} name @param {unknown} body @param {AbortSignal} [signal] */
async function post(name, body, signal) {
  const answer = await fetch(name, { method: "POST", body: JSON.stringify(body), signal,
    headers: { "content-type": "application/json", "x-page": PAGE } });
  if (answer.ok) return answer;
  const text = await answer.text();
  throw new Refusal(text.startsWith("{") ? JSON.parse(text) : { error: `${answer.status}` });
}

/**
 * One answer.
 * @param {string} name @param {unknown} body @returns {Promise<any>}
 */
export async function ask(name, body) {
  return (await post(name, body)).json();
}

/**
 * Answers as they come, a line each, until the signal ends them.
 * @param {string} name @param {unknown} body @param {AbortSignal} signal
 * @param {(record: any) => void} take
 */
export async function stream(name, body, signal, take) {
  const answer = await post(name, body, signal);
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    const lines = (rest + part.value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line && !signal.aborted) take(JSON.parse(line));
  }
}

/**
 * What the page is to open first, and whether it is a game.
 * @returns {Promise<{ text: string, game: boolean }>}
 */
export async function start() {
  return (await fetch("start")).json();
}
