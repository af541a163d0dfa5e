// A board in a link: `#v1;k=puzzle;o=name:value,...;b=board;s=step`. The board is deflated; all of it is
// behind the `#`, which browsers keep to themselves.

import { asCharacters } from "./api.js";

/** The most bytes that a board from a link may unfold to. */
const MAX_BYTES = 1 << 20;

/** @param {Uint8Array<ArrayBuffer>} bytes @param {TransformStream} through */
async function pass(bytes, through) {
  const reader = new Blob([bytes]).stream().pipeThrough(through).getReader();
  const parts = [];
  let length = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    parts.push(value);
    length += value.length;
    if (length > MAX_BYTES) throw new Error("the board in the link is too large");
  }
}

/**
 * @param {string} puzzle @param {import("./api.js").Board} board @param {number | null} step
 * @returns {Promise<string>} the fragment
 */
export async function encode(puzzle, board, step) {
  const bytes = await pass(new TextEncoder().encode(board.dataset), new CompressionStream("deflate-raw"));
  const packed = btoa(asCharacters(bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const options = Object.entries(board.options).map((pair) => pair.map(encodeURIComponent).join(":"));
  const parts = [`k=${puzzle}`, options.length > 0 && `o=${options.join(",")}`, `b=${packed}`, step !== null && `s=${step}`];
  return `#v1;${parts.filter(Boolean).join(";")}`;
}

/**
 * @param {string} fragment
 * @returns {Promise<{puzzle: string, options: Object<string, string>, dataset: string, step: number | null} | null>}
 *   null for a fragment that is no board; throws where it is a broken one
 */
export async function decode(fragment) {
  if (!fragment.startsWith("#v1;")) return null;
  const parts = new Map(fragment.slice(4).split(";").map((part) => [part.slice(0, 1), part.slice(2)]));
  const packed = atob((parts.get("b") ?? "").replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = await pass(Uint8Array.from(packed, (c) => c.charCodeAt(0)), new DecompressionStream("deflate-raw"));
  const pairs = (parts.get("o") ?? "").split(",").filter(Boolean);
  const options = pairs.map((pair) => pair.split(":").map(decodeURIComponent));
  const step = parts.has("s") ? Number(parts.get("s")) : null;
  if (step !== null && !(Number.isInteger(step) && step >= 0)) throw new Error("the link names no step");
  const puzzle = parts.get("k") ?? "";
  return { puzzle, options: Object.fromEntries(options), dataset: new TextDecoder().decode(bytes), step };
}
