// Asking the server. Every request is a POST of JSON, every refusal an Error with a message to show.

/**
 * A drawing: states and walls are strings of one character a cell, row by row.
 * @typedef {object} Picture
 * @property {number} rows
 * @property {number} cols
 * @property {string} states
 * @property {[string, string] | null} walls on the east and on the south side of each cell
 * @property {boolean} checkered
 * @property {boolean} algebraic
 * @property {[number, number, string][]} labels
 * @property {{cells: [number, number][], arrows: boolean, closed: boolean}[]} paths
 *
 * @typedef {{dataset: string, options: Object<string, string>, drawing: Picture}} Board
 *
 * @typedef {object} Option
 * @property {string} name
 * @property {{is: string, min?: number, max?: number, none?: boolean, words?: string[], form?: string}} kind
 * @property {string | null} default
 * @property {string} help
 * @property {boolean} generate
 *
 * @typedef {{name: string, extension: string, help: string}} Format
 *
 * @typedef {{name: string, summary: string, sample: string, options: Option[], formats: Format[], tools: string[]}} Puzzle
 *
 * @typedef {object} End how a search ended
 * @property {"solved" | "impossible" | "stopped"} outcome
 * @property {string} reason
 * @property {string | null} text
 * @property {string | null} judge
 * @property {Picture | null} drawing
 * @property {string | null} warning
 * @property {boolean} more
 */

/** A request that was refused. */
export class Refused extends Error {
  /** @param {string} message @param {string} [detail] */
  constructor(message, detail) {
    super(message);
    this.detail = detail;
  }
}

/** @param {string} path @param {object} [body] @param {AbortSignal} [signal] @returns {Promise<Response>} */
async function request(path, body, signal) {
  const headers = { "content-type": "application/json" };
  const post = body && { method: "POST", headers, body: JSON.stringify(body), signal };
  let response;
  try {
    response = await fetch(path, post);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refused("The server does not answer. Is tremaux serve still running?");
  }
  if (response.ok) return response;
  const problem = await response.json().catch(() => ({ error: response.statusText }));
  throw new Refused(problem.error, problem.detail);
}

/** @param {string} path @param {object} [body] @returns {Promise<any>} */
export async function ask(path, body) {
  for await (const line of lines(path, body)) return line;
}

/** @param {string} path @param {object} body @returns {Promise<Blob>} */
export async function download(path, body) {
  const parts = [];
  for await (const line of lines(path, body)) {
    if (line.data) parts.push(Uint8Array.from(atob(line.data), (c) => c.charCodeAt(0)));
    if (line.end) return new Blob(parts, { type: line.end.type });
  }
  throw new Refused("The connection to the server was lost.");
}

/**
 * The lines of a streamed answer, each a JSON value, as they come.
 * @param {string} path @param {object} [body] @param {AbortSignal} [signal]
 */
export async function* lines(path, body, signal) {
  const response = await request(path, body, signal);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const parts = (rest + value).split("\n");
    rest = parts.pop() ?? "";
    for (const part of parts) {
      const line = JSON.parse(part);
      if (line.error) throw new Refused(line.error, line.detail);
      yield line;
    }
  }
}

/** Text or bytes as the server takes them: each byte as the character of its number. @param {Uint8Array} bytes */
export function asCharacters(bytes) {
  let text = "";
  for (let i = 0; i < bytes.length; i += 4096) text += String.fromCharCode(...bytes.subarray(i, i + 4096));
  return text;
}
