// A search on tape. Each mark is kept with what it replaces, so that the tape runs in both directions:
// stepping back, and jumping anywhere, needs no snapshots.

import { STATE } from "./drawing.js";

export const HAPPENING = { DEEPEN: 0, ADVANCE: 1, GOAL: 2, CUT: 3, RETREAT: 4 };

/** Numbers that grow in number. */
class Growing {
  constructor() {
    this.items = new Int32Array(1024);
    this.length = 0;
  }

  /** @param {number} item */
  push(item) {
    if (this.length === this.items.length) {
      const larger = new Int32Array(2 * this.length);
      larger.set(this.items);
      this.items = larger;
    }
    this.items[this.length++] = item;
  }
}

const STRIDE = 5; // cell, state and number after, state and number before

export class Tape {
  /** The states and numbers of all cells at the cursor, and behind the last event. */
  #now;
  #last;
  #marks = new Growing();
  /** For each event: what happened, the depth behind it, the retreats up to it, where its marks end. */
  #happenings = new Growing();
  #depths = new Growing();
  #retreats = new Growing();
  #ends = new Growing();

  /** @param {import("./api.js").Picture} board the board before the search */
  constructor(board) {
    this.cols = board.cols;
    const states = Uint8Array.from(board.states, Number);
    const numbers = new Int32Array(states.length).fill(-1);
    this.#now = { states, numbers };
    this.#last = { states: states.slice(), numbers: numbers.slice() };
    this.cursor = 0;
  }

  get length() {
    return this.#ends.length;
  }
  get states() {
    return this.#now.states;
  }
  get numbers() {
    return this.#now.numbers;
  }

  /** Adds events: happening, depth, count, and count times row, column, state, number. @param {number[]} flat */
  append(flat) {
    const { states, numbers } = this.#last;
    for (let i = 0; i < flat.length; ) {
      const [happening, depth, count] = [flat[i++], flat[i++], flat[i++]];
      for (let k = 0; k < count; k++, i += 4) {
        const cell = flat[i] * this.cols + flat[i + 1];
        [cell, flat[i + 2], flat[i + 3], states[cell], numbers[cell]].forEach((x) => this.#marks.push(x));
        states[cell] = flat[i + 2];
        numbers[cell] = flat[i + 3];
      }
      this.#happenings.push(happening);
      this.#depths.push(depth);
      this.#retreats.push(this.retreats(this.length) + Number(happening === HAPPENING.RETREAT));
      this.#ends.push(this.#marks.length);
    }
  }

  /** Moves the cursor so that this many events have happened. @param {number} step */
  seek(step) {
    const target = Math.max(0, Math.min(step, this.length));
    const marks = this.#marks.items;
    const { states, numbers } = this.#now;
    let mark = this.#end(this.cursor);
    const end = this.#end(target);
    for (; mark < end; mark += STRIDE) {
      states[marks[mark]] = marks[mark + 1];
      numbers[marks[mark]] = marks[mark + 2];
    }
    for (; mark > end; mark -= STRIDE) {
      states[marks[mark - STRIDE]] = marks[mark - 2];
      numbers[marks[mark - STRIDE]] = marks[mark - 1];
    }
    this.cursor = target;
  }

  /** Where the marks of the first so many events end. @param {number} step */
  #end(step) {
    return step === 0 ? 0 : this.#ends.items[step - 1];
  }

  /** What the last of so many events was; -1 before the first. @param {number} step */
  happening(step) {
    return step === 0 ? -1 : this.#happenings.items[step - 1];
  }

  /** @param {number} step */
  depth(step) {
    return step === 0 ? 0 : this.#depths.items[step - 1];
  }

  /** How many of the first so many events were retreats. @param {number} step */
  retreats(step) {
    return step === 0 ? 0 : this.#retreats.items[step - 1];
  }

  /** The current cell of the search after so many events; -1 if the marks do not say. @param {number} step */
  head(step) {
    for (let mark = this.#end(step) - STRIDE; step > 0 && mark >= this.#end(step - 1); mark -= STRIDE) {
      if (this.#marks.items[mark + 1] === STATE.HEAD) return this.#marks.items[mark];
    }
    return -1;
  }

  /** The next step behind (or before, with direction -1) the cursor that is a retreat; else the end. @param {1 | -1} direction */
  nextRetreat(direction) {
    let step = this.cursor + direction;
    while (step > 0 && step < this.length && this.happening(step) !== HAPPENING.RETREAT) step += direction;
    return step;
  }

  /**
   * The tape at a glance, for a picture of the given width: the course of the depth, the share of retreats
   * along it, and where goals were reached.
   * @param {number} width @param {number} height
   */
  profile(width, height) {
    const count = Math.min(width, this.length);
    let deepest = 1;
    for (let step = 1; step <= this.length; step++) deepest = Math.max(deepest, this.depth(step));
    let [depth, retreats, found] = [`M0 ${height}`, "", ""];
    for (let i = 0; i < count; i++) {
      const [from, to] = [Math.floor((i * this.length) / count), Math.floor(((i + 1) * this.length) / count)];
      let high = 0;
      let goal = false;
      for (let step = from + 1; step <= to; step++) {
        high = Math.max(high, this.depth(step));
        goal ||= this.happening(step) === HAPPENING.GOAL;
      }
      const x = (i * width) / count;
      const wide = width / count;
      depth += `V${(height - (high / deepest) * (height - 8)).toFixed(1)}H${(x + wide).toFixed(1)}`;
      const share = (this.retreats(to) - this.retreats(from)) / (to - from);
      if (share > 0) retreats += `M${(x + wide / 2).toFixed(1)} 0v${(2 + 5 * share).toFixed(1)}`;
      if (goal) found += `M${(x + wide / 2).toFixed(1)} 0V${height}`;
    }
    return { depth: `${depth}V${height}Z`, retreats, found };
  }
}

/** Steps a second for a slider from 0 to 100: from 1 to 10,000, each notch the same factor. @param {number} notch */
export function pace(notch) {
  return 10 ** (notch / 25);
}
