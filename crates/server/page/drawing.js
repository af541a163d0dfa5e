// How things state: the signs of cells, lines and words. The hues are those of Okabe and Ito, and each state
// has a shape of its own besides.

export const CELL = 40;

/** States as the server numbers them. */
export const STATE = { VACANT: 0, BLOCK: 1, BROKEN: 2, START: 3, GOAL: 4, PATH: 5, HEAD: 6, RETREAT: 7 };
export const STATES = ["vacant", "block", "broken block", "start", "goal", "path", "head", "retreat"];

/** The sign of each state, from the cell's north-west corner: tag, class and attributes. */
const SIGNS = {
  [STATE.BLOCK]: [["rect", "block", { x: 2, y: 2, width: 36, height: 36, rx: 4 }]],
  [STATE.BROKEN]: [
    ["rect", "rubble", { x: 3, y: 3, width: 34, height: 34, rx: 4 }],
    ["path", "goal-line", { d: "M11 11L29 29M29 11L11 29" }],
  ],
  [STATE.START]: [
    ["rect", "start-tint", { width: 40, height: 40 }],
    ["circle", "start-line", { cx: 20, cy: 20, r: 13 }],
  ],
  [STATE.GOAL]: [
    ["rect", "goal-tint", { width: 40, height: 40 }],
    ["circle", "goal-line", { cx: 20, cy: 20, r: 14 }],
    ["circle", "goal", { cx: 20, cy: 20, r: 6 }],
  ],
  [STATE.PATH]: [
    ["rect", "path-tint", { width: 40, height: 40 }],
    ["circle", "line", { cx: 20, cy: 20, r: 4 }],
  ],
  [STATE.HEAD]: [
    ["rect", "head-tint", { width: 40, height: 40 }],
    ["circle", "head", { cx: 20, cy: 20, r: 14 }],
  ],
  [STATE.RETREAT]: [
    ["rect", "retreat-tint", { width: 40, height: 40 }],
    ["path", "retreat-line", { d: "M0 20L20 0M0 40L40 0M20 40L40 20" }],
  ],
};

/**
 * An SVG element. @param {string} tag @param {string} kind its class
 * @param {Object<string, string | number>} [attributes] @param {(Node | string)[]} children
 */
export function svg(tag, kind, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  if (kind) element.setAttribute("class", kind);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** The signs as definitions: `#state-3`. */
export function definitions() {
  const signs = Object.entries(SIGNS).map(([state, shapes]) =>
    svg("g", "", { id: `state-${state}` }, ...shapes.map(([tag, kind, attributes]) => svg(tag, kind, attributes))),
  );
  const arrow = svg("marker", "", { id: "arrow", viewBox: "0 0 10 10", refX: 8, refY: 5, markerWidth: 3, markerHeight: 3, orient: "auto" });
  arrow.append(svg("path", "line", { d: "M0 0L10 5L0 10z" }));
  return svg("defs", "", {}, ...signs, arrow);
}

/** @param {number} state */
export function sign(state) {
  return svg("use", "", { href: `#state-${state}` });
}

/**
 * What a cell is called: as on a chess board, or by row and column.
 * @param {import("./api.js").Picture} picture @param {number} cell
 */
export function cellName({ rows, cols, algebraic }, cell) {
  const [row, col] = [Math.floor(cell / cols), cell % cols];
  return algebraic ? columnName(col) + (rows - row) : `row ${row + 1}, column ${col + 1}`;
}

/** a to z, then aa, ab, ... @param {number} col @returns {string} */
export function columnName(col) {
  const letter = String.fromCharCode(97 + (col % 26));
  return col < 26 ? letter : columnName(Math.floor(col / 26) - 1) + letter;
}

/** The path through all walls, the border's too. @param {import("./api.js").Picture} picture */
export function wallPath({ rows, cols, walls }) {
  let d = `M0 0H${cols * CELL}V${rows * CELL}H0Z`;
  if (!walls) return d;
  for (let i = 0; i < rows * cols; i++) {
    const [x, y] = [(i % cols) * CELL, Math.floor(i / cols) * CELL];
    if (walls[0][i] === "1") d += `M${x + CELL} ${y}v${CELL}`;
    if (walls[1][i] === "1") d += `M${x} ${y + CELL}h${CELL}`;
  }
  return d;
}

/** Lines over the board. @param {import("./api.js").Picture["paths"]} paths */
export function lines(paths) {
  const centre = ([row, col]) => [(col + 0.5) * CELL, (row + 0.5) * CELL];
  return paths.flatMap(({ cells, arrows, closed }) => {
    const points = cells.map(centre);
    if (!arrows) {
      if (points.length < 2) return [];
      return [svg("path", "route", { d: `M${points.join("L")}${closed ? "Z" : ""}` })];
    }
    return points.slice(1).flatMap(([x, y], i) => {
      const [fromX, fromY] = points[i];
      const [dx, dy] = [Math.sign(x - fromX), Math.sign(y - fromY)];
      // Nearer to where it begins, so that two that cross in their middles can be distinguished.
      const along = (from, to) => from + 0.35 * (to - from);
      const number = { x: along(fromX, x) + 9 * Math.abs(dy), y: along(fromY, y) - 9 * Math.abs(dx) };
      return [
        svg("path", "route", { d: `M${fromX} ${fromY}L${x - 6 * dx} ${y - 6 * dy}`, "marker-end": "url(#arrow)" }),
        svg("text", "turn", number, String(i + 1)),
      ];
    });
  });
}

/** The lines that join cells whose numbers follow each other. @param {Int32Array} numbers @param {number} cols */
export function trail(numbers, cols) {
  const places = [];
  numbers.forEach((number, cell) => {
    if (number >= 0 && number <= numbers.length) places[number] = [Math.floor(cell / cols), cell % cols];
  });
  const paths = [];
  let cells = [];
  for (const place of [...places, undefined]) {
    if (place) {
      cells.push(place);
    } else {
      if (cells.length > 1) paths.push({ cells, arrows: false, closed: false });
      cells = [];
    }
  }
  return paths;
}
