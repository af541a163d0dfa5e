// The board on the page: one SVG that is a grid for screen readers and keys, and a sheet of paper for the
// pointer. What it shows is a function of what it was last asked to show; strokes are collected here and
// handed out when they end.

import { CELL, STATE, STATES, cellName, columnName, definitions, lines, sign, svg, trail, wallPath } from "./drawing.js";

/** @typedef {import("./api.js").Picture} Picture */
/** @typedef {{cell: [number, number, number]} | {wall: [number, number, boolean, boolean]} | {size: [number, number]}} Change */

/** How near to an edge, in cells, the pointer has to be to mean the wall there. */
const NEAR = 0.3;

export class BoardView {
  /** @type {Picture} */
  picture;
  /** What the pointer draws: a tool's name, or "hand". */
  tool = "hand";
  /** The tools that the puzzle has. @type {string[]} */
  tools = [];
  /** The stroke that is being drawn. @type {Stroke | null} */
  #stroke = null;
  /** Look and text of each cell as they are in the document. @type {{states: Uint8Array, texts: string[]}} */
  #shown;
  #cells = [];
  #texts = [];

  /**
   * @param {HTMLElement} host
   * @param {{begin: () => void, draw: (changes: Change[]) => void}} owner called when a stroke begins, and
   *   handed it when it has ended
   */
  constructor(host, owner) {
    this.host = host;
    this.owner = owner;
    host.addEventListener("pointerdown", (event) => this.#down(event));
    host.addEventListener("pointermove", (event) => this.#move(event));
    host.addEventListener("pointerup", (event) => this.#up(event));
    host.addEventListener("pointercancel", (event) => this.#up(event));
    host.addEventListener("contextmenu", (event) => this.tool !== "hand" && event.preventDefault());
    host.addEventListener("keydown", (event) => this.#key(event));
    host.addEventListener("focusin", () => this.#ring());
    host.addEventListener("focusout", () => this.#ring());
  }

  // ---- showing ----

  /** Shows a board before the search. @param {Picture} picture */
  show(picture) {
    const { rows, cols, walls, checkered, algebraic } = picture;
    const same = this.picture && this.picture.rows === rows && this.picture.cols === cols;
    const focus = same ? this.#focused() : -1;
    const hadFocus = this.host.contains(document.activeElement);
    this.picture = picture;
    this.#cells = [];
    this.#texts = Array(rows * cols).fill(null);
    this.#shown = { states: new Uint8Array(rows * cols).fill(255), texts: Array(rows * cols).fill("") };
    const margin = algebraic ? 30 : 4;
    const box = [-margin, -4, cols * CELL + margin + 4, rows * CELL + margin + 4];
    const name = `Board, ${rows} rows, ${cols} columns`;
    const grid = { role: "grid", "aria-label": name, "aria-rowcount": rows, "aria-colcount": cols };
    const kind = `board ${walls ? "walled" : "open"}`;
    const root = svg("svg", kind, { viewBox: box.join(" "), ...grid }, definitions());
    root.style.setProperty("--shape", String(box[2] / box[3]));
    root.style.setProperty("--cols", String(cols));
    for (let row = 0; row < rows; row++) {
      const line = svg("g", "", { role: "row", "aria-rowindex": row + 1 });
      for (let col = 0; col < cols; col++) {
        const ground = svg("rect", checkered && (row + col) % 2 ? "ground shade" : "ground", { width: CELL, height: CELL });
        const place = { transform: `translate(${col * CELL} ${row * CELL})`, "aria-colindex": col + 1 };
        const cell = svg("g", "cell", { role: "gridcell", tabindex: -1, ...place }, ground);
        this.#cells.push(cell);
        line.append(cell);
      }
      root.append(line);
    }
    this.walls = svg("path", "walls", { d: wallPath(picture) });
    this.paths = svg("g", "paths");
    this.numbers = svg("g", "numbers");
    this.flags = svg("g", "flags");
    this.ring = svg("rect", "ring", { width: CELL - 4, height: CELL - 4, x: 2, y: 2, rx: 5, visibility: "hidden" });
    const top = svg("g", "top", { "aria-hidden": "true" }, this.walls, this.paths, this.numbers, this.flags, this.ring);
    if (algebraic) top.append(edge(rows, cols));
    root.append(top);
    this.host.replaceChildren(root);
    this.#cells[Math.max(0, focus)]?.setAttribute("tabindex", "0");
    if (hadFocus) this.#cells[Math.max(0, focus)]?.focus();
    this.rest();
  }

  /** Shows the board as it lies there, without a search. */
  rest() {
    this.#paint(Uint8Array.from(this.picture.states, Number), labels(this.picture));
    this.paths.replaceChildren(...lines(this.picture.paths));
  }

  /** Shows the board in a search. @param {Uint8Array} states @param {Int32Array} numbers */
  search(states, numbers) {
    const texts = labels(this.picture);
    numbers.forEach((number, cell) => {
      if (number >= 0) texts[cell] = String(number);
    });
    this.#paint(states, texts);
    this.paths.replaceChildren(...lines(trail(numbers, this.picture.cols)));
  }

  /** Shows the answer. @param {Picture} answer */
  answer(answer) {
    this.#paint(Uint8Array.from(answer.states, Number), labels(answer));
    this.paths.replaceChildren(...lines(answer.paths));
  }

  /** Flags the cell where an output goes wrong. @param {[number, number] | null} cell */
  flag(cell) {
    this.flags.replaceChildren();
    if (!cell) return;
    const [row, col] = cell;
    const place = { transform: `translate(${col * CELL} ${row * CELL})` };
    const frame = svg("rect", "wrong", { x: 2, y: 2, width: CELL - 4, height: CELL - 4, rx: 4 });
    this.flags.append(svg("g", "", place, frame, svg("text", "wrong-sign", { x: 31, y: 17 }, "!")));
  }

  /** @param {Uint8Array} states @param {string[]} texts */
  #paint(states, texts) {
    const shown = this.#shown;
    for (let i = 0; i < states.length; i++) {
      if (states[i] === shown.states[i] && texts[i] === shown.texts[i]) continue;
      const cell = this.#cells[i];
      if (states[i] !== shown.states[i]) {
        cell.dataset.state = STATES[states[i]];
        cell.replaceChildren(cell.firstChild, ...(states[i] === STATE.VACANT ? [] : [sign(states[i])]));
      }
      if (texts[i] !== shown.texts[i]) this.#write(i, texts[i]);
      shown.states[i] = states[i];
      shown.texts[i] = texts[i];
      const words = [cellName(this.picture, i), STATES[states[i]], texts[i]].filter(Boolean);
      cell.setAttribute("aria-label", words.join(", "));
    }
  }

  /** @param {number} i @param {string} text */
  #write(i, text) {
    const [x, y] = [((i % this.picture.cols) + 0.5) * CELL, (Math.floor(i / this.picture.cols) + 0.5) * CELL];
    this.#texts[i] ??= svg("text", "", { x, y });
    this.#texts[i].textContent = text;
    this.#texts[i].classList.toggle("long", text.length > 2);
    if (text) this.numbers.append(this.#texts[i]);
    else this.#texts[i].remove();
  }

  // ---- the pointer ----

  /** Where the pointer is, in cells. @param {PointerEvent} event */
  #point({ clientX, clientY }) {
    const root = /** @type {SVGSVGElement} */ (this.host.firstElementChild);
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(root.getScreenCTM().inverse());
    return { x: x / CELL, y: y / CELL };
  }

  #down(event) {
    if (this.#stroke || this.tool === "hand" || !event.isPrimary || !this.picture) return;
    const point = this.#point(event);
    const stroke = new Stroke(this.picture, this.tool, this.tools, point, event.button === 2);
    if (!stroke.kind) return;
    event.preventDefault();
    this.host.setPointerCapture(event.pointerId);
    this.owner.begin();
    this.#stroke = stroke;
    this.#cells[cellAt(this.picture, point)]?.focus({ preventScroll: true });
    stroke.reach(point);
    this.#preview();
  }

  #move(event) {
    if (!this.#stroke || !event.isPrimary) return;
    this.#stroke.reach(this.#point(event));
    this.#preview();
  }

  #up(event) {
    const stroke = this.#stroke;
    if (!stroke || !event.isPrimary) return;
    this.#stroke = null;
    const changes = event.type === "pointerup" ? stroke.changes() : [];
    if (changes.length > 0) this.owner.draw(changes);
    else this.show(this.picture);
  }

  #preview() {
    const { states, walls } = this.#stroke;
    this.#paint(states, labels(this.picture));
    this.paths.replaceChildren();
    if (walls) this.walls.setAttribute("d", wallPath({ ...this.picture, walls: [walls[0].join(""), walls[1].join("")] }));
  }

  // ---- keys ----

  #focused() {
    return this.#cells.findIndex((cell) => cell.getAttribute("tabindex") === "0");
  }

  /** The arrows walk over the board, Home and End along a row, with Control over all of it; Space draws. */
  #key(event) {
    const { rows, cols } = this.picture;
    const from = this.#focused();
    const [row, col] = [Math.floor(from / cols), from % cols];
    const to = {
      ArrowLeft: [row, col - 1],
      ArrowRight: [row, col + 1],
      ArrowUp: [row - 1, col],
      ArrowDown: [row + 1, col],
      Home: event.ctrlKey ? [0, 0] : [row, 0],
      End: event.ctrlKey ? [rows - 1, cols - 1] : [row, cols - 1],
    }[event.key];
    if (to && !event.altKey && !event.metaKey) {
      const next = Math.min(Math.max(to[0], 0), rows - 1) * cols + Math.min(Math.max(to[1], 0), cols - 1);
      this.#cells[from].setAttribute("tabindex", "-1");
      this.#cells[next].setAttribute("tabindex", "0");
      this.#cells[next].focus();
    } else if (event.key === " " || event.key === "Enter") {
      const edge = event.shiftKey ? { x: col + 0.5, y: row + 0.99 } : { x: col + 0.99, y: row + 0.5 };
      const point = this.tool === "wall" ? edge : { x: col + 0.5, y: row + 0.5 };
      const stroke = new Stroke(this.picture, this.tool, [], point, false);
      stroke.reach(point);
      if (stroke.changes().length > 0) {
        this.owner.begin();
        this.owner.draw(stroke.changes());
      }
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  #ring() {
    const cell = document.activeElement;
    const visible = this.host.contains(cell) && cell.matches(":focus-visible");
    this.ring?.setAttribute("visibility", visible ? "visible" : "hidden");
    if (visible) this.ring.setAttribute("transform", cell.getAttribute("transform"));
  }
}

/** A stroke of the pointer: its first cell or wall says what all of it does, so that it never flips. */
class Stroke {
  /** What is drawn: a tool, or null for nothing. @type {string | null} */
  kind;
  /** Does it build (or else pull down)? */
  builds = true;
  #changes = new Map();

  /**
   * @param {Picture} picture @param {string} tool @param {string[]} tools those that a drag may take up
   * @param {{x: number, y: number}} point @param {boolean} erases
   */
  constructor(picture, tool, tools, point, erases) {
    this.picture = picture;
    this.states = Uint8Array.from(picture.states, Number);
    /** @type {string[][] | undefined} */
    this.walls = picture.walls?.map((side) => [...side]);
    this.at = point;
    const state = this.states[cellAt(picture, point)];
    const edge = edgeAt(picture, point);
    const held = state === STATE.START ? "start" : state === STATE.GOAL ? "goal" : "";
    if (tools.includes(held) && !(tool === "wall" && edge)) this.kind = held;
    else if (tool === "wall") this.kind = edge ? "wall" : null;
    else this.kind = state === undefined ? null : tool;
    if (this.kind === "block") this.builds = state !== STATE.BLOCK && !erases;
    if (this.kind === "wall") this.builds = !erases && this.walls[edge.side][edge.cell] !== "1";
  }

  /** Goes on to a point, in steps that miss no cell and no wall. @param {{x: number, y: number}} point */
  reach(point) {
    const [dx, dy] = [point.x - this.at.x, point.y - this.at.y];
    const steps = Math.min(1000, Math.max(1, Math.ceil(4 * Math.hypot(dx, dy))));
    for (let i = 1; i <= steps; i++) this.#touch({ x: this.at.x + (dx * i) / steps, y: this.at.y + (dy * i) / steps });
    this.at = point;
  }

  #touch(point) {
    const { cols } = this.picture;
    if (this.kind === "wall") {
      const edge = edgeAt(this.picture, point);
      if (!edge || (this.walls[edge.side][edge.cell] === "1") === this.builds) return;
      this.walls[edge.side][edge.cell] = this.builds ? "1" : "0";
      const place = [Math.floor(edge.cell / cols), edge.cell % cols];
      this.#changes.set(`${edge.side} ${edge.cell}`, { wall: [...place, edge.side === 0, this.builds] });
      return;
    }
    const cell = cellAt(this.picture, point);
    if (cell < 0) return;
    const place = [Math.floor(cell / cols), cell % cols];
    if (this.kind === "block") {
      const [from, to] = this.builds ? [STATE.VACANT, STATE.BLOCK] : [STATE.BLOCK, STATE.VACANT];
      if (this.states[cell] !== from) return;
      this.states[cell] = to;
      this.#changes.set(cell, { cell: [...place, to] });
    } else if (this.kind === "start" || this.kind === "goal") {
      const state = this.kind === "start" ? STATE.START : STATE.GOAL;
      this.states = Uint8Array.from(this.picture.states, (old) => (Number(old) === state ? STATE.VACANT : Number(old)));
      this.states[cell] = state;
      if (this.picture.states[cell] === String(state)) this.#changes.clear();
      else this.#changes.set("it", { cell: [...place, state] });
    }
  }

  /** @returns {Change[]} */
  changes() {
    return [...this.#changes.values()];
  }
}

/** The cell at a point, in cells; -1 beside the board. @param {Picture} picture @param {{x: number, y: number}} point */
function cellAt({ rows, cols }, { x, y }) {
  return x >= 0 && y >= 0 && x < cols && y < rows ? Math.floor(y) * cols + Math.floor(x) : -1;
}

/**
 * The inner edge near a point: the cell whose east (0) or south (1) side it is; null far from any.
 * @param {Picture} picture @param {{x: number, y: number}} point
 */
function edgeAt({ rows, cols }, { x, y }) {
  if (x < 0 || y < 0 || x >= cols || y >= rows) return null;
  const [toEast, toSouth] = [Math.abs(x - Math.round(x)), Math.abs(y - Math.round(y))];
  if (Math.min(toEast, toSouth) > NEAR) return null;
  const [row, col, side] =
    toEast <= toSouth ? [Math.floor(y), Math.round(x) - 1, 0] : [Math.round(y) - 1, Math.floor(x), 1];
  const inner = row >= 0 && col >= 0 && (side === 0 ? col + 1 < cols : row + 1 < rows);
  return inner ? { cell: row * cols + col, side } : null;
}

/** @param {Picture} picture @returns {string[]} */
function labels({ rows, cols, labels }) {
  const texts = Array(rows * cols).fill("");
  for (const [row, col, text] of labels) texts[row * cols + col] = text;
  return texts;
}

/** Letters and numbers along the edges. @param {number} rows @param {number} cols */
function edge(rows, cols) {
  const texts = svg("g", "edge");
  for (let col = 0; col < cols; col++) {
    texts.append(svg("text", "", { x: (col + 0.5) * CELL, y: rows * CELL + 16 }, columnName(col)));
  }
  for (let row = 0; row < rows; row++) {
    texts.append(svg("text", "", { x: -15, y: (row + 0.5) * CELL }, String(rows - row)));
  }
  return texts;
}
