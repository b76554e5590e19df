/* The server's time, reckoned here by performance.now(), which no one can set. The local clock is only watched: where
   the two part, the computer slept or its clock was set, and the server is asked again.

   Without an answer since then the clock says "about". */

import { address, exam, say, shown, words } from "./exam.js";

const EVERY = 30_000;
const ANNOUNCED = [10, 5, 1]; // minutes
const MOVED = 10_000; // a smaller change of the end is none that somebody made

let offset = 0; // server's time less performance.now(), in milliseconds
let spread = Infinity; // how far off that may be: half the round trip
let taken = 0; // when it was taken
let unsureSince = performance.now();
let apart = Date.now() - performance.now();
let before = Infinity; // the whole seconds that were left at the last look
let state = { ends_at: exam?.dataset.endsAt, left: Number(exam?.dataset.left), break_left: Number(exam?.dataset.breakLeft), over: "over" in (exam?.dataset ?? {}), paused: "paused" in (exam?.dataset ?? {}) };
const hearers = new Set();

export const now = () => performance.now() + offset;
export const iso = () => new Date(now()).toISOString();
export const clock = () => state;

/** Seconds left to type; they stand still in a break. */
export function left() {
  if (state.over) return 0;
  return Math.max(0, state.paused ? state.left : (Date.parse(state.ends_at) - now()) / 1000);
}

export const breakLeft = () => Math.max(0, state.break_left - (performance.now() - taken) / 1000);

/** Seconds since the end. */
export const since = () => (now() - Date.parse(state.ends_at)) / 1000;

/** ``hear(clock)`` is called at each answer of the server and at each new second. */
export function onClock(hear) {
  hearers.add(hear);
}

/** Takes a clock out of an answer. Its time is the server's at half of the way; a slow answer moves a sure clock not. */
export function take(answer, sent, received) {
  const half = (received - sent) / 2;
  if (unsureSince !== null || half <= Math.max(250, spread + (received - taken) / 1000)) {
    offset = Date.parse(answer.now) - (sent + half);
    [spread, taken] = [half, received];
  }
  unsureSince = null;
  const moved = Date.parse(answer.ends_at) - Date.parse(state.ends_at);
  if (Math.abs(moved) > MOVED && !state.paused && !answer.paused && !answer.closed) sayNewEnd(answer.ends_at);
  state = { ...answer, sent };
  look(true);
}

function sayNewEnd(moment) {
  const note = document.createElement("p");
  document.getElementById("moved").replaceChildren(note);
  say(note, words("moved", { time: shown(moment) }));
}

export const ask = () => told("clock", "GET");

/** Nothing is on its way any more: the server may end the exam at once, if its time is over. */
export const end = () => told("over", "POST");

async function told(what, method) {
  const sent = performance.now();
  try {
    const answer = await fetch(`${address}/${what}`, { method, cache: "no-store", redirect: "error", signal: AbortSignal.timeout(10_000) });
    if (answer.ok) take(await answer.json(), sent, performance.now());
  } catch {
    // asked again soon, and the next save brings a clock, too
  }
}

export function start() {
  const [visit] = performance.getEntriesByType("navigation");
  offset = Date.parse(exam.dataset.now) - ((visit?.requestStart ?? 0) + (visit?.responseStart ?? 0)) / 2;
  setInterval(look, 250);
  setInterval(ask, EVERY);
  for (const happens of ["online", "pageshow"]) addEventListener(happens, ask);
  document.addEventListener("visibilitychange", () => document.hidden || ask());
  ask();
}

function look(answered = false) {
  const drift = Date.now() - performance.now();
  if (Math.abs(drift - apart) > 1500) {
    apart = drift;
    unsureSince ??= performance.now();
    ask();
  }
  if (left() > 0 && left() < 0.3) setTimeout(look, 1000 * left() + 1); // the end to the moment
  const seconds = Math.ceil(left());
  const unsure = unsureSince !== null && performance.now() - unsureSince > 3000;
  say(document.querySelector(".clock-about"), unsure ? "≈" : "");
  if (seconds === before && answered !== true) return;
  say(document.querySelector(".clock-left"), written(seconds));
  document.querySelector(".clock").classList.toggle("hours", seconds >= 3600);
  const minutes = ANNOUNCED.find((each) => before > each * 60 && seconds <= each * 60 && seconds > each * 60 - 30);
  if (minutes && before !== Infinity) say(document.getElementById("announced"), words(minutes === 1 ? "left one" : "left", { number: minutes }));
  before = seconds;
  for (const hear of hearers) hear(state);
}

export function written(seconds) {
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  return `${hours ? `${two(hours)}:` : ""}${two(minutes)}:${two(seconds % 60)}`;
}
