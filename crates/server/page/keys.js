// The keyboard: one table gives the handler its keys and the legend its lines.

import { make } from "./form.js";

/**
 * Keys, what they do in words, and the name of the action; the board handles those without one.
 * @type {[string[], string, string][]}
 */
const KEYS = [
  [["k", " "], "run the search, play, pause", "run"],
  [["ArrowRight", "."], "a step forward", "forward"],
  [["ArrowLeft", ","], "a step back", "back"],
  [["n"], "to the next retreat", "retreat"],
  [["p"], "to the retreat before", "previousRetreat"],
  [["Home"], "to the start", "first"],
  [["End"], "to the end", "last"],
  [["+", "="], "faster", "faster"],
  [["-"], "slower", "slower"],
  [["r"], "run from the start", "rerun"],
  [["Escape"], "stop the search", "stop"],
  [["g"], "a random board", "random"],
  [["z"], "undo", "undo"],
  [["y"], "redo", "redo"],
  [["1 \u2026 6"], "choose what to draw", ""],
  [["s"], "copy a link to this board", "share"],
  [["d"], "light or dark", "theme"],
  [["?"], "these keys", "help"],
  [["\u2190 \u2191 \u2192 \u2193"], "on the board: walk from cell to cell", ""],
  [["Space", "Enter"], "on the board: draw here; a wall in the east, with Shift in the south", ""],
];

const NAMES = { " ": "Space", ArrowRight: "\u2192", ArrowLeft: "\u2190" };

/**
 * Listens to the keys of the whole page.
 * @param {Object<string, () => void>} actions by the names in the table
 * @param {(place: number) => void} choose chooses a tool, from 0
 * @param {() => boolean} single are keys without Control listened to?
 */
export function listen(actions, choose, single) {
  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const typing = target.matches("textarea, select, input:not([type=range], [type=checkbox], [type=radio])");
    if (typing || event.altKey || document.querySelector("dialog[open]")) return;
    const control = event.ctrlKey || event.metaKey;
    if (control) {
      const redo = event.key === "y" || (event.key === "Z" && event.shiftKey);
      if (!redo && event.key !== "z") return;
      actions[redo ? "redo" : "undo"]();
      event.preventDefault();
      return;
    }
    const presses = target.matches("button, summary, a, label, input");
    const own = presses && [" ", "Enter"].includes(event.key);
    const slides = target.matches("input[type=range], input[type=radio]") && /^(Arrow|Home|End)/.test(event.key);
    if (own || slides || (event.key.length === 1 && !single())) return;
    if (/^[1-6]$/.test(event.key)) choose(Number(event.key) - 1);
    const found = KEYS.find(([keys, , action]) => action && keys.includes(event.key.length === 1 ? event.key.toLowerCase() : event.key));
    if (!found) return;
    actions[found[2]]();
    event.preventDefault();
  });
}

/** @param {HTMLElement} table */
export function legend(table) {
  const key = (name) => make("kbd", {}, NAMES[name] ?? name.toUpperCase().replace(/^(HOME|END|ESCAPE|SPACE|ENTER)$/, (word) => word[0] + word.slice(1).toLowerCase()));
  table.replaceChildren(
    ...KEYS.map(([keys, words]) => {
      const names = keys.filter((name) => name !== "=").flatMap((name, i) => (i ? [" ", key(name)] : [key(name)]));
      return make("tr", {}, make("th", { scope: "row" }, ...names), make("td", {}, words));
    }),
  );
}
