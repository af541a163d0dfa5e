"use strict";
// Plays the frames that the page carries. A frame is a flat list of cell, look, number + 1 (0: none);
// applying it yields the list that takes it back, so that a step back costs as much as a step on.

const SVG = "http://www.w3.org/2000/svg";
const CELL = 40, RETREAT = 7;
const film = JSON.parse(document.getElementById("film").textContent);
const $ = (id) => document.getElementById(id);
const column = (cell) => cell % film.cols, row = (cell) => Math.floor(cell / film.cols);

const looks = new Map(), numbers = new Map(), places = new Map();
const tiles = new Map(), texts = new Map(), labels = new Map();
const undo = [];
let at = 0;
let playing = null;

function add(parent, name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return parent.appendChild(element);
}

for (const text of document.querySelectorAll("[data-cell]")) labels.set(Number(text.dataset.cell), text);
film.cells.forEach((cell, i) => {
  const x = column(cell) * CELL, y = row(cell) * CELL;
  const dark = film.checkered && (film.rows - 1 - row(cell) + column(cell)) % 2 === 0;
  tiles.set(cell, add($("tiles"), "use", { x, y }));
  const group = add($("numbers"), "g", {});
  add(group, "use", { href: dark ? "#shade" : "#paper", x, y });
  texts.set(cell, { group, text: add(group, "text", { x: x + CELL / 2, y: y + film.baseline }) });
  set(cell, film.looks[i], 0);
});

function set(cell, look, number) {
  const old = numbers.get(cell);
  if (old && places.get(old) === cell) places.delete(old);
  if (number) places.set(number, cell);
  looks.set(cell, look);
  numbers.set(cell, number);
  tiles.get(cell).setAttribute("href", "#t" + look);
  const { group, text } = texts.get(cell);
  group.classList.toggle("hidden", !number);
  text.textContent = number ? number - 1 : "";
  labels.get(cell)?.classList.toggle("hidden", number > 0);
}

function apply(marks) {
  const back = [];
  for (let i = 0; i < marks.length; i += 3) {
    const cell = marks[i];
    back.unshift(cell, looks.get(cell), numbers.get(cell) || 0);
    set(cell, marks[i + 1], marks[i + 2]);
  }
  return back;
}

// The line that joins the numbers that follow each other.
function trail() {
  let d = "", jumps = false, before = null;
  for (const n of [...places.keys()].sort((a, b) => a - b)) {
    const cell = places.get(n);
    const [x, y] = [column(cell) * CELL + CELL / 2, row(cell) * CELL + CELL / 2];
    d += (before && before.n === n - 1 ? "L" : "M") + x + " " + y;
    if (before && before.n === n - 1) jumps ||= Math.abs(before.x - x) + Math.abs(before.y - y) > CELL;
    before = { n, x, y };
  }
  $("trail").setAttribute("d", d);
  $("trail").setAttribute("stroke-width", jumps ? 3 : 6);
}

const frames = film.frames;
const END = frames.length + 1; // Frame 0 is the board before the search, END the board after it.

function go(to) {
  to = Math.max(0, Math.min(END, to));
  while (at < to) {
    at += 1;
    if (at < END) undo.push(apply(frames[at - 1]));
  }
  while (at > to) {
    if (at < END) apply(undo.pop());
    at -= 1;
  }
  trail();
  $("last").classList.toggle("hidden", at < END);
  $("place").value = at;
  const step = Math.min(at * film.stride, film.steps);
  const dropped = film.dropped ? `, ${film.dropped} steps not shown` : "";
  $("status").textContent = at === END ? `after ${film.steps} steps${dropped}` : `step ${step} of ${film.steps}${dropped}`;
  $("place").setAttribute("aria-valuetext", $("status").textContent);
}

const isRetreat = (frame) => {
  for (let i = 1; i < frame.length; i += 3) if (frame[i] === RETREAT) return true;
  return false;
};

function retreat(direction) {
  let to = at + direction;
  while (to > 0 && to < END && !isRetreat(frames[to - 1])) to += direction;
  go(to);
}

// Frames a second, on a scale on which each notch is the same factor.
const speed = () => Math.pow(2, Number($("speed").value) / 2);

function tick(before, owed) {
  return (now) => {
    owed += Math.min(now - before, 500) / 1000 * speed();
    if (owed >= 1) {
      go(at + Math.floor(owed));
      owed %= 1;
    }
    if (at === END) return play(false);
    playing = requestAnimationFrame(tick(now, owed));
  };
}

function play(on) {
  if (playing !== null) cancelAnimationFrame(playing);
  playing = null;
  if (on) {
    if (at === END) go(0);
    playing = requestAnimationFrame(tick(performance.now(), 0));
  }
  $("play").textContent = on ? "Pause" : "Play";
}

function faster(by) {
  $("speed").value = Number($("speed").value) + by;
  showSpeed();
}

function showSpeed() {
  const perSecond = speed();
  $("speed-text").textContent = `${perSecond < 10 ? perSecond.toFixed(1) : Math.round(perSecond)} steps a second`;
}

const still = (act) => () => { play(false); act(); };
const actions = {
  first: still(() => go(0)),
  "back-retreat": still(() => retreat(-1)),
  back: still(() => go(at - 1)),
  play: () => play(playing === null),
  forward: still(() => go(at + 1)),
  "next-retreat": still(() => retreat(1)),
  end: still(() => go(END)),
};
for (const [id, act] of Object.entries(actions)) $(id).addEventListener("click", act);
$("place").addEventListener("input", () => { play(false); go(Number($("place").value)); });
$("speed").addEventListener("input", showSpeed);

const keys = { " ": "play", ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "end", "[": "back-retreat", "]": "next-retreat" };
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  // A focused button keeps its space bar, a focused slider its arrows.
  const own = event.target.tagName === "BUTTON" ? [" "] : event.target.tagName === "INPUT" ? ["ArrowLeft", "ArrowRight", "Home", "End"] : [];
  if (own.includes(event.key)) return;
  if (event.key in keys) actions[keys[event.key]]();
  else if (event.key === "+" || event.key === "=") faster(1);
  else if (event.key === "-") faster(-1);
  else return;
  event.preventDefault();
});

$("place").max = END;
$("speed").value = Math.max(0, Math.min(20, Math.round(2 * Math.log2(100 / film.delay))));
showSpeed();
go(0);
play(!matchMedia("(prefers-reduced-motion: reduce)").matches);
