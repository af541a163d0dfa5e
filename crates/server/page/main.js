// The page: what lies on it, what its buttons do. Boards live on the server only while it answers; here they
// are judge text with a drawing, so that undo is a list of them.

import { Refused, ask, asCharacters, download } from "./api.js";
import { BoardView } from "./board.js";
import { STATE, STATES, sign, svg } from "./drawing.js";
import { fill, make } from "./form.js";
import * as keys from "./keys.js";
import { Player } from "./player.js";
import * as share from "./share.js";

/** @typedef {import("./api.js").Board} Board */
/** @typedef {import("./api.js").Puzzle} Puzzle */

/** @param {string} id @returns {any} */
const $ = (id) => document.getElementById(id);

/** What is on the desk: a puzzle, its boards, and how the board at hand came to be. */
const desk = {
  /** @type {Puzzle} */
  puzzle: undefined,
  /** @type {Board} */
  board: undefined,
  /** Boards of the text that was read, and which of them is at hand. @type {Board[]} */
  boards: [],
  at: 0,
  /** @type {Board[]} */
  past: [],
  /** @type {Board[]} */
  future: [],
};

/** Desks of the puzzles that were looked at before. @type {Map<string, typeof desk>} */
const shelf = new Map();

/** Options for random boards, by puzzle. @type {Map<string, Object<string, string>>} */
const recipes = new Map();

/** @type {Puzzle[]} */
let puzzles = [];

const view = new BoardView($("board"), { begin: () => player.clear(), draw: (edits) => draw(edits) });
const player = new Player(view, () => subject(), complain);

// ---- boards ----

/** The board at hand as a request names it. */
const subject = () => ({ puzzle: desk.puzzle.name, options: desk.board.options, dataset: desk.board.dataset });

/** Lays a board on the desk. @param {Board} board @param {boolean} [keep] can one go back to the one before? */
function lay(board, keep = true) {
  if (keep && desk.board) desk.past.push(desk.board);
  if (keep) desk.future = [];
  desk.board = board;
  view.show(board.drawing);
  view.flag(null);
  player.clear();
  const { rows, cols, states } = board.drawing;
  $("rows").value = rows;
  $("cols").value = cols;
  $("input").value = board.dataset;
  $("undo").disabled = desk.past.length === 0;
  $("redo").disabled = desk.future.length === 0;
  $("verdict").textContent = "";
  $("verdict-detail").hidden = true;
  $("boards").hidden = desk.boards.length < 2;
  $("which").textContent = `${desk.at + 1} of ${desk.boards.length}`;
  const seen = [STATE.START, STATE.GOAL, STATE.BLOCK].filter((state) => states.includes(String(state)));
  signs([...seen, STATE.HEAD, STATE.PATH, STATE.RETREAT, ...(states.includes(String(STATE.BLOCK)) ? [STATE.BROKEN] : [])]);
  options();
  history.replaceState(null, "", location.pathname);
}

/** The legend under the board. @param {number[]} states */
function signs(states) {
  const tile = (state) => svg("svg", "tile", { viewBox: "0 0 40 40", "aria-hidden": "true" }, sign(state));
  $("legend").replaceChildren(...states.map((state) => make("span", {}, tile(state), STATES[state])));
}

/** Goes along the history. @param {Board[]} from @param {Board[]} to */
function travel(from, to) {
  const board = from.pop();
  if (!board) return;
  to.push(desk.board);
  lay(board, false);
}

/** Does what is asked for; what goes wrong is shown. @param {() => Promise<any>} work */
async function guarded(work) {
  try {
    $("problem").hidden = true;
    await work();
  } catch (error) {
    complain(error);
  }
}

/** What is being done to the board. */
let doing = Promise.resolve();

/** As guarded, for what changes the board: one after the other. @param {() => Promise<any>} next */
function attempt(next) {
  doing = doing.then(() => guarded(next));
  return doing;
}

/** @param {unknown} error */
function complain(error) {
  if (!(error instanceof Refused)) console.warn(error);
  $("problem-line").textContent = error instanceof Error ? error.message : String(error);
  const detail = error instanceof Refused && error.detail !== error.message ? error.detail : "";
  $("problem-detail").textContent = detail ?? "";
  $("problem-detail").hidden = !detail;
  $("problem").hidden = false;
}

/** Changes the board by hand. @param {import("./board.js").Change[]} edits */
function draw(edits) {
  return attempt(async () => {
    try {
      lay(await ask("/api/edit", { board: subject(), edits }));
    } catch (error) {
      view.show(desk.board.drawing);
      $("rows").value = desk.board.drawing.rows;
      $("cols").value = desk.board.drawing.cols;
      throw error;
    }
  });
}

function clear() {
  const { states, walls, cols } = desk.board.drawing;
  const place = (cell) => [Math.floor(cell / cols), cell % cols];
  const filled = (text, sign) => [...(text ?? "")].flatMap((c, cell) => (c === sign ? [cell] : []));
  /** @type {any[]} */
  const edits = [
    ...filled(states, String(STATE.BLOCK)).map((cell) => ({ cell: [...place(cell), STATE.VACANT] })),
    ...[0, 1].flatMap((side) => filled(walls?.[side], "1").map((cell) => ({ wall: [...place(cell), side === 0, false] }))),
  ];
  if (edits.length > 0) draw(edits).then(() => player.say("The board is cleared; undo brings it back."));
}

/**
 * Reads boards from a text or file and lays one down: the first, or the largest for a start.
 * @param {Uint8Array} bytes @param {Object<string, string>} given options @param {boolean} [largest]
 */
async function read(bytes, given, largest = false) {
  const { boards } = await ask("/api/read", { puzzle: desk.puzzle.name, options: given, bytes: asCharacters(bytes) });
  const sizes = boards.map(({ drawing }) => drawing.states.length);
  Object.assign(desk, { boards, at: largest ? sizes.indexOf(Math.max(...sizes)) : 0 });
  lay(boards[desk.at]);
}

const bytesOf = (text) => new TextEncoder().encode(text);

/** A random board. @param {number} seed @param {Object<string, string>} given options */
async function generate(seed, given) {
  $("seed").value = seed;
  const board = await ask("/api/generate", { puzzle: desk.puzzle.name, options: { ...given, ...recipes.get(desk.puzzle.name) }, seed });
  Object.assign(desk, { boards: [], at: 0 });
  lay({ ...board, options: given });
  return true;
}

/** @param {number} seed */
const random = (seed) => attempt(() => generate(seed, desk.board.options));

/** Another of the boards that were read. @param {number} by */
function turn(by) {
  desk.at = (desk.at + by + desk.boards.length) % desk.boards.length;
  lay(desk.boards[desk.at]);
}

/** The forms, made from the options of the puzzle. */
function options() {
  const [making, rules] = [true, false].map((generate) => desk.puzzle.options.filter((option) => option.generate === generate));
  $("rules").hidden = rules.length === 0;
  fill($("rules").querySelector(".form"), rules, desk.board.options, (name, value) =>
    attempt(async () => {
      const { [name]: _, ...others } = desk.board.options;
      const given = value === undefined ? others : { ...others, [name]: value };
      try {
        await read(bytesOf(desk.board.dataset), given);
      } catch (error) {
        // The board may not fit the option; then another one has to.
        if (!(await generate(Number($("seed").value), given).catch(() => false))) {
          options();
          throw error;
        }
      }
    }),
  );
  const recipe = recipes.get(desk.puzzle.name) ?? {};
  recipes.set(desk.puzzle.name, recipe);
  fill($("making").querySelector(".form"), making, recipe, (name, value) => {
    if (value === undefined) delete recipe[name];
    else recipe[name] = value;
  });
}

// ---- puzzles and tools ----

const TOOLS = {
  block: ["Block", "Draw blocks, and wipe them away"],
  wall: ["Wall", "Draw walls between cells, and wipe them away"],
  start: ["Start", "Put the start somewhere else; it can also be dragged"],
  goal: ["Goal", "Put the goal somewhere else; it can also be dragged"],
  hand: ["Move", "Draw nothing: the page can be scrolled with a finger on the board"],
};

/** Takes up a tool. @param {string} tool */
function take(tool) {
  view.tool = tool;
  $("board").dataset.tool = tool;
  for (const radio of $("tools").querySelectorAll("input")) radio.checked = radio.value === tool;
}

/** Turns to a puzzle. @param {Puzzle} puzzle */
async function turnTo(puzzle) {
  if (desk.puzzle) shelf.set(desk.puzzle.name, { ...desk });
  Object.assign(desk, { puzzle, board: undefined, boards: [], at: 0, past: [], future: [] }, shelf.get(puzzle.name));
  document.title = `Tremaux: ${puzzle.name}`;
  for (const button of $("puzzles").children) button.setAttribute("aria-pressed", String(button.value === puzzle.name));
  view.tools = puzzle.tools;
  const drawable = Object.keys(TOOLS).filter((tool) => tool === "hand" || puzzle.tools.includes(tool));
  $("tools").replaceChildren(
    ...drawable.map((tool, i) => {
      const [name, title] = TOOLS[tool];
      const icon = svg("svg", "icon", {}, svg("use", "", { href: `#i-${tool}` }));
      const radio = make("input", { type: "radio", name: "tool", value: tool, onchange: () => take(tool) });
      return make("label", { title: `${title} (${i + 1})` }, radio, icon, make("span", {}, name));
    }),
  );
  take(drawable[0]);
  $("rules").open = puzzle.options.filter((option) => !option.generate).length <= 3;
  exports();
  $("size").hidden = !puzzle.tools.includes("size");
  $("clear").hidden = !["block", "wall"].some((tool) => puzzle.tools.includes(tool));
  if (desk.board) lay(desk.board, false);
  else await read(bytesOf(puzzle.sample), {}, true);
}

// ---- sharing and files ----

function shareLink() {
  return guarded(async () => {
    const step = player.tape ? player.tape.cursor : null;
    history.replaceState(null, "", await share.encode(desk.puzzle.name, desk.board, step));
    const copied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
    player.say(`The address leads to this board now${copied ? ", and is copied" : ""}.`);
  });
}

/** Opens what the address says, if it says anything. @returns {Promise<boolean>} */
async function openLink() {
  const link = await share.decode(location.hash);
  if (!link) return false;
  const puzzle = puzzles.find(({ name }) => name === link.puzzle);
  if (!puzzle) throw new Refused(`Unknown puzzle "${link.puzzle}".`);
  if (desk.puzzle !== puzzle) await turnTo(puzzle);
  await read(bytesOf(link.dataset), link.options);
  if (link.step !== null) await player.runTo(link.step);
  return true;
}

/** The files of every board: what the handler is asked for, extension, label. @type {[object, string, string][]} */
const FILES = [
  [{ picture: "svg" }, "svg", "SVG"],
  [{ picture: "png" }, "png", "PNG"],
  [{ picture: "gif" }, "gif", "GIF animation"],
  [{ picture: "html" }, "html", "HTML animation"],
  [{ text: "input" }, "in", "Judge input"],
  [{ text: "answer" }, "ans", "Judge answer"],
];

/** @param {object} what @param {string} extension */
function downloadExport(what, extension) {
  return guarded(async () => {
    const file = await download("/api/export", { board: subject(), file: what });
    const href = URL.createObjectURL(file);
    make("a", { href, download: `${desk.puzzle.name}.${extension}` }).click();
    setTimeout(() => URL.revokeObjectURL(href), 10000);
  });
}

function exports() {
  const own = desk.puzzle.formats.map(({ name, extension, help }) => [{ format: name }, extension, `.${extension}: ${help}`]);
  const button = ([what, extension, label]) => make("button", { value: Object.entries(what).flat().join(" "), onclick: () => downloadExport(what, extension) }, label);
  $("exports").replaceChildren(...[...FILES, ...own].map(button));
}

function check() {
  return guarded(async () => {
    const { verdict, message, detail, cell } = await ask("/api/check", { board: subject(), output: $("output").value });
    $("verdict").dataset.verdict = verdict;
    $("verdict").textContent = { accepted: "\u2713 Accepted", wrong: `\u2717 Wrong: ${message}`, undecided: `? Undecided: ${message}` }[verdict];
    $("verdict-detail").textContent = detail ?? "";
    $("verdict-detail").hidden = !detail;
    view.flag(cell ?? null);
  });
}

/** Reads what was dropped or pasted, which is there during the event only. @param {DataTransfer} from */
function drop(from) {
  const [file, text] = [from.files[0], from.getData("text")];
  return attempt(() => (file ? readFile(file) : read(bytesOf(text), desk.board.options)));
}

/** @param {File} file */
async function readFile(file) {
  await read(new Uint8Array(await file.arrayBuffer()), desk.board.options);
}

// ---- the theme ----

function theme(choice) {
  document.documentElement.dataset.theme = choice;
  localStorage.setItem("theme", choice);
}

function otherTheme() {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const now = document.documentElement.dataset.theme ?? (dark ? "dark" : "light");
  theme(now === "dark" ? "light" : "dark");
}

// ---- wiring ----

const actions = {
  ...player.actions,
  random: () => random(Math.floor(Math.random() * 2 ** 32)),
  undo: () => attempt(async () => travel(desk.past, desk.future)),
  redo: () => attempt(async () => travel(desk.future, desk.past)),
  share: shareLink,
  theme: otherTheme,
  help: () => $("help").showModal(),
};

function wire() {
  const clicks = { ...actions, keys: actions.help, clear, check, generate: () => random(Number($("seed").value)) };
  for (const [id, act] of Object.entries(clicks)) $(id)?.addEventListener("click", () => act());
  $("previous").onclick = () => attempt(async () => turn(-1));
  $("next").onclick = () => attempt(async () => turn(1));
  $("use").onclick = () => attempt(() => read(bytesOf($("input").value), desk.board.options));
  $("file").onchange = () => attempt(() => readFile($("file").files[0]));
  $("dismiss").onclick = () => ($("problem").hidden = true);
  for (const id of ["rows", "cols"]) {
    $(id).onchange = () => draw([{ size: [Number($("rows").value), Number($("cols").value)] }]);
  }
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    drop(event.dataTransfer);
  });
  addEventListener("paste", (event) => {
    if (/** @type {HTMLElement} */ (event.target).matches("textarea, input")) return;
    drop(event.clipboardData);
  });
  addEventListener("hashchange", () => attempt(async () => void (await openLink())));
  // A page that waits in the browser's memory of pages left must not go on searching.
  addEventListener("pagehide", () => player.actions.stop());
  const letters = $("letters");
  letters.checked = localStorage.getItem("letters") !== "off";
  letters.onchange = () => localStorage.setItem("letters", letters.checked ? "on" : "off");
  keys.listen(actions, (place) => $("tools").querySelectorAll("input")[place]?.click(), () => letters.checked);
  keys.legend($("help").querySelector("tbody"));
  const kept = localStorage.getItem("theme");
  if (kept) theme(kept);
}

async function open() {
  wire();
  puzzles = await ask("/api/puzzles");
  $("puzzles").replaceChildren(
    ...puzzles.map((puzzle) =>
      make("button", { value: puzzle.name, title: puzzle.summary, onclick: () => attempt(() => turnTo(puzzle)) }, puzzle.name),
    ),
  );
  const linked = await openLink().catch((error) => complain(error));
  if (!linked && !desk.board && puzzles[0]) await turnTo(puzzles[0]);
  document.body.dataset.ready = "true";
}

attempt(open);
