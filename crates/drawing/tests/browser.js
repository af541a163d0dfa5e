// Runs in the page: plays all frames on and back, and compares each with the SVG stopped at its time.
play(false);
const faults = [];
const animations = document.getAnimations();
const shown = (element) => getComputedStyle(element).visibility === "visible";
const place = (element) => [element.getAttribute("href"), element.getAttribute("x"), element.getAttribute("y")].join();
const words = (element) => [element.textContent, element.getAttribute("x"), element.getAttribute("y")].join();
const list = (elements, say) => [...elements].map(say).sort().join(" ");
const seen = [];
for (let i = 0; i <= END; i++) {
  go(i);
  seen.push(document.querySelector("svg").outerHTML);
  for (const animation of animations) {
    animation.pause();
    animation.currentTime = (i + 0.5) * film.delay * 10;
  }
  const last = shown(document.querySelector(".last"));
  if (last !== (i === END)) faults.push(`${i}: last board`);
  if (i === END) continue;
  const mine = list([...document.querySelectorAll("#tiles use")].filter((e) => e.getAttribute("href") !== "#t0"), place);
  const theirs = list([...document.querySelectorAll(".film > use")].filter(shown), place);
  if (mine !== theirs) faults.push(`${i}: tiles ${mine} / ${theirs}`);
  const numbers = list(document.querySelectorAll("#numbers g:not(.hidden) text"), words);
  const texts = list([...document.querySelectorAll(".film g g text")].filter(shown), words);
  if (numbers !== texts) faults.push(`${i}: numbers ${numbers} / ${texts}`);
  const steps = ($("trail").getAttribute("d").match(/L/g) || []).length;
  const links = [...document.querySelectorAll(".film g path")].filter(shown).length;
  if (steps !== links) faults.push(`${i}: ${steps} / ${links} links`);
}
for (let i = END; i >= 0; i--) {
  go(i);
  if (document.querySelector("svg").outerHTML !== seen[i]) faults.push(`${i}: differs on the way back`);
}
retreat(1);
const first = at;
retreat(1);
retreat(-1);
if (at !== first || !isRetreat(frames[at - 1])) faults.push(`retreats: ${first}, ${at}`);
document.dispatchEvent(new KeyboardEvent("keydown", { key: "End" }));
if (at !== END) faults.push("the key End");
document.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft" }));
if (at !== END - 1) faults.push("the key for a step back");
document.title = faults.length ? faults.slice(0, 3).join("; ") : `right in ${END + 1} frames`;
