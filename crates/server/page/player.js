// Running a search and playing it: the buttons under the board.

import { lines } from "./api.js";
import { cellName } from "./drawing.js";
import { HAPPENING, Tape, pace } from "./tape.js";

/** @typedef {import("./api.js").End} End */

/** The most events that are kept on tape. */
const MAX_EVENTS = 2_000_000;
/** Milliseconds between two lines for screen readers. */
const PAUSE = 1000;

/** @param {string} id @returns {any} */
const $ = (id) => document.getElementById(id);

export class Player {
  /** The search on tape; null before there is one. @type {Tape | null} */
  tape = null;
  /** How it ended. @type {End | null} */
  end = null;
  playing = false;
  /** Cancels the stream, while there is one. @type {AbortController | null} */
  #stream = null;
  /** Steps owed since the last frame, less than one. */
  #owed = 0;
  #lastFrame = 0;
  #lastSaid = 0;
  #lastProfile = 0;

  /**
   * @param {import("./board.js").BoardView} view @param {() => object} subject the board at hand, for a request
   * @param {(error: unknown) => void} complain
   */
  constructor(view, subject, complain) {
    this.view = view;
    this.subject = subject;
    this.complain = complain;
    $("scrubber").addEventListener("input", () => this.go(Number($("scrubber").value)));
    $("speed").addEventListener("input", () => this.#pace());
    this.#pace();
    this.actions = {
      run: () => this.toggle(),
      rerun: () => this.run(),
      stop: () => this.#stream?.abort(),
      more: () => this.#fetch(),
      first: () => this.go(0),
      back: () => this.go((this.tape?.cursor ?? 0) - 1),
      forward: () => (this.tape ? this.go(this.tape.cursor + 1) : this.runTo(1)),
      retreat: () => (this.tape ? this.go(this.tape.nextRetreat(1)) : this.run(false)),
      previousRetreat: () => this.tape && this.go(this.tape.nextRetreat(-1)),
      last: () => (this.tape ? this.go(Infinity) : this.runTo(Infinity)),
      faster: () => this.#pace(5),
      slower: () => this.#pace(-5),
    };
  }

  /** Forgets the search. */
  clear() {
    this.#stream?.abort();
    this.#stream = null;
    this.tape = null;
    this.end = null;
    this.playing = false;
    $("profile").querySelectorAll("path").forEach((path) => path.setAttribute("d", ""));
    this.view.rest();
    this.#update();
  }

  /** The large button. */
  toggle() {
    if (!this.tape) return this.run();
    if (!this.playing && this.#atEnd() && !this.#stream) this.go(0);
    this.#play(!this.playing);
  }

  /** Searches anew and plays from the start; where less motion is asked for, only on demand. @param {boolean} [plays] */
  async run(plays = !matchMedia("(prefers-reduced-motion: reduce)").matches) {
    this.clear();
    this.tape = new Tape(this.view.picture);
    this.#play(plays);
    await this.#fetch();
  }

  /** Searches anew and stops at a step. @param {number} step */
  async runTo(step) {
    await this.run(false);
    if (this.tape) this.go(step);
  }

  /** Goes to a step and stays there. @param {number} step */
  go(step) {
    if (!this.tape) return;
    this.tape.seek(step);
    this.#play(false);
  }

  /** Shows a line beneath the board, and speaks it. @param {string} words */
  say(words) {
    $("now").textContent = words;
    $("live").textContent = words;
  }

  /** Gets the events behind those on tape. */
  async #fetch() {
    const [tape, controller] = [this.tape, new AbortController()];
    if (!tape || this.#stream || tape.length >= MAX_EVENTS) return;
    this.#stream = controller;
    this.#update();
    const before = tape.length;
    try {
      for await (const line of lines("/api/run", { board: this.subject(), skip: before }, controller.signal)) {
        if (this.tape !== tape) return;
        if (line.events) tape.append(line.events);
        if (line.end) this.end = line.end;
        this.#profile(false);
        this.#update();
      }
    } catch (error) {
      if (this.tape !== tape) return;
      if (!controller.signal.aborted) this.complain(error);
      const reason = controller.signal.aborted ? "you stopped it" : "the answer broke off";
      this.end = { outcome: "stopped", reason, text: null, judge: null, drawing: null, warning: null, more: tape.length > 0 };
    } finally {
      if (this.tape === tape) {
        this.#stream = null;
        this.#profile(true);
        this.#update();
      }
    }
  }

  // ---- playing ----

  /** @param {boolean} on */
  #play(on) {
    if (on && !this.playing) {
      this.#lastFrame = performance.now();
      this.#owed = 1;
      requestAnimationFrame((now) => this.#frame(now));
    }
    this.playing = on;
    this.#update();
  }

  /** One frame: as many steps as the speed of this moment asks for. @param {number} now */
  #frame(now) {
    if (!this.playing || !this.tape) return;
    this.#owed += (Math.max(0, now - this.#lastFrame) / 1000) * pace(Number($("speed").value));
    this.#lastFrame = now;
    const steps = Math.floor(this.#owed);
    this.#owed -= steps;
    if (steps > 0) this.tape.seek(this.tape.cursor + steps);
    if (this.#atEnd()) {
      this.#owed = 0;
      if (!this.#stream && this.end?.more && this.end.outcome !== "stopped") this.#fetch();
      if (!this.#stream) this.playing = false;
    }
    if (steps > 0 || !this.playing) this.#update();
    if (this.playing) requestAnimationFrame((next) => this.#frame(next));
  }

  #atEnd() {
    return this.tape !== null && this.tape.cursor === this.tape.length;
  }

  /** @param {number} by notches */
  #pace(by = 0) {
    $("speed").value = Number($("speed").value) + by;
    const steps = pace(Number($("speed").value));
    const text = `${steps < 10 ? steps.toFixed(1) : Math.round(steps).toLocaleString("en")} steps/s`;
    $("pace").textContent = text;
    $("speed").setAttribute("aria-valuetext", text);
  }

  // ---- what is seen ----

  /** Shows the current state. */
  #update() {
    const { tape, end } = this;
    const [step, length, streams] = [tape?.cursor ?? 0, tape?.length ?? 0, this.#stream !== null];
    const done = tape !== null && this.#atEnd() && !streams && end !== null;
    if (tape) this.#board(tape, done);
    const words = this.#words(done);
    $("now").textContent = words;
    this.#speak(words);
    const scrubber = $("scrubber");
    scrubber.max = String(length);
    scrubber.value = String(step);
    scrubber.disabled = !tape;
    scrubber.setAttribute("aria-valuetext", words);
    $("count-step").textContent = `${step.toLocaleString("en")}${tape ? ` of ${length.toLocaleString("en")}${streams ? "\u2026" : ""}` : ""}`;
    $("count-depth").textContent = (tape?.depth(step) ?? 0).toLocaleString("en");
    $("count-retreats").textContent = (tape?.retreats(step) ?? 0).toLocaleString("en");
    this.#outcome(streams);
    const [icon, name] = !tape ? ["play", "Run the search"] : this.playing ? ["pause", "Pause"] : ["play", done ? "Play again" : "Play"];
    $("run").querySelector("use").setAttribute("href", `#i-${icon}`);
    $("run").querySelector("span").textContent = name;
    $("stop").hidden = !streams;
    $("more").hidden = !(end?.more && !streams && length < MAX_EVENTS);
    for (const id of ["first", "back"]) $(id).disabled = step === 0;
    for (const id of ["forward", "retreat", "last"]) $(id).disabled = tape !== null && this.#atEnd();
  }

  /** @param {Tape} tape @param {boolean} done */
  #board(tape, done) {
    if (done && this.end?.drawing) this.view.answer(this.end.drawing);
    else if (tape.cursor === 0) this.view.rest();
    else this.view.search(tape.states, tape.numbers);
  }

  /** The line beneath the board. @param {boolean} done */
  #words(done) {
    const { tape, end } = this;
    if (!tape) return "Draw on the board, then run the search.";
    if (done && end) return { solved: "Solved.", impossible: `No solution: ${end.reason}.`, stopped: `Stopped: ${end.reason}.` }[end.outcome];
    const { cursor } = tape;
    if (cursor === 0) return this.#stream && tape.length === 0 ? "Searching\u2026" : "Before the first step.";
    const head = tape.head(cursor);
    const where = head >= 0 ? ` ${cellName(this.view.picture, head)}` : "";
    const what = {
      [HAPPENING.DEEPEN]: "begins again, with more moves allowed",
      [HAPPENING.ADVANCE]: `on to${where}`,
      [HAPPENING.GOAL]: "the goal is reached",
      [HAPPENING.CUT]: "no use going on from here",
      [HAPPENING.RETREAT]: `back to${where}`,
    }[tape.happening(cursor)];
    return `Step ${cursor.toLocaleString("en")}: ${what}.`;
  }

  /** Says it to screen readers, but not each step of a fast film. @param {string} words */
  #speak(words) {
    const now = performance.now();
    if (this.playing && (now - this.#lastSaid < PAUSE || pace(Number($("speed").value)) > 3)) return;
    this.#lastSaid = now;
    $("live").textContent = words;
  }

  /** The card with the answer. @param {boolean} streams */
  #outcome(streams) {
    const { end, tape } = this;
    const said = end && { solved: "\u2713 Solved", impossible: "\u2205 No solution", stopped: "\u2026 Gave up" }[end.outcome];
    const because = end?.reason ? `: ${end.reason}` : "";
    $("outcome").dataset.outcome = end?.outcome ?? "";
    const more = end?.more && end.outcome !== "stopped" ? ` The search takes more steps than these ${tape?.length.toLocaleString("en")}.` : "";
    $("outcome").textContent = end ? `${said}${because}.${more}` : streams ? "Searching\u2026" : "Not searched yet.";
    const text = [end?.warning, end?.text].filter(Boolean).join("\n\n");
    $("explanation").hidden = !text;
    if ($("explanation").textContent !== text) $("explanation").textContent = text;
  }

  /** The course of the search above the scrubber. @param {boolean} now */
  #profile(now) {
    const time = performance.now();
    if (!this.tape || (!now && time - this.#lastProfile < 250)) return;
    this.#lastProfile = time;
    const { depth, retreats, found } = this.tape.profile(400, 40);
    const [first, second, third] = $("profile").children;
    first.setAttribute("d", depth);
    second.setAttribute("d", retreats);
    third.setAttribute("d", found);
  }
}
