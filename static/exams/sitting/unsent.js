/* The time is over, and answers have not reached the server: how long they still may, and their words, which stay. */

import * as clock from "./clock.js";
import { grace, say, words } from "./exam.js";
import * as saving from "./saving.js";

const USUAL = 2; // seconds that the last save may take
const box = document.getElementById("unsent");
let listed = "";

function look() {
  const { closed } = clock.clock();
  const over = clock.left() <= 0 && (closed || clock.since() > USUAL);
  const entries = over ? saving.unsent() : [];
  box.hidden = !entries.length;
  if (!entries.length) return;
  const left = closed ? 0 : Math.max(0, Math.ceil(grace - clock.since()));
  box.querySelector(".unsent-soon").hidden = !left;
  box.querySelector(".unsent-gone").hidden = left > 0;
  say(box.querySelector("[role=timer]"), String(left));
  list(entries);
}

/** Made anew only where it changes: somebody may be copying from it. */
function list(entries) {
  const now = JSON.stringify(entries.map(({ place, text }) => [place, text]));
  if (now === listed) return;
  listed = now;
  const lines = entries.flatMap(({ place, text }) => [made("dt", words("title", { place })), made("dd", text)]);
  box.querySelector("dl").replaceChildren(...lines);
}

function made(tag, textContent) {
  return Object.assign(document.createElement(tag), { textContent, className: tag === "dd" ? "own-words" : "" });
}

export function start() {
  if (box) setInterval(look, 500);
}
