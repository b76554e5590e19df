/* Going from question to question. All of them are fetched at once in the background and stand hidden on the page, so
   that going works at once, and without a connection. */

import { PARTIAL, address, exam, say, words } from "./exam.js";
import { adopt, putIn } from "./fields.js";
import * as jumps from "./jumps.js";

const FIRST = exam && "alone" in exam.dataset ? 300 : 1_000 + Math.random() * 15_000; // a room full of people does not ask at the same moment
const NEXT = 3_000;

const box = document.getElementById("questions");
const absent = document.getElementById("absent");
const known = new Map(); // place -> its form
const asked = new Map(); // place -> the request under way
const hears = { came() {}, opens() {} };
let place = null;
let wanted = null; // the place that was gone to and is not here yet

export const forms = () => [...known.values()];
export const formAt = (place) => known.get(place);
export const here = () => place;
export const onMove = (handlers) => Object.assign(hears, handlers);

/** Shows a question; one that is not here yet says so, and opens when it came. */
export async function show(to, { push = true, focus = true } = {}) {
  if (!jumps.places().includes(to)) return;
  wanted = to;
  if (push && to !== place) history.pushState({ place: to }, "", `${address}/questions/${to}`);
  if (!known.has(to)) {
    say(absent.querySelector("p"), words("fetching", { place: to }));
    only(absent);
    jumps.open(to);
    place = to;
    if (!(await bring(to))) {
      if (wanted === to && !known.has(to)) say(absent.querySelector("p"), words("absent", { place: to }));
      return;
    }
    if (wanted !== to) return;
  }
  const form = known.get(to);
  [wanted, place] = [null, to];
  only(form);
  jumps.open(to);
  document.title = `${words("title", { place: to })} · ${document.title.split(" · ").slice(1).join(" · ")}`;
  if (focus) {
    scrollTo({ top: 0 });
    form.querySelector("h1").focus({ preventScroll: true });
  }
  hears.opens(to);
}

function only(shown) {
  for (const form of [absent, ...known.values()]) form.hidden = form !== shown;
}

/** Fetches a question, also one that is here already: what is typed in it stays, by ``came``. True once it is here. */
export function bring(at) {
  if (!asked.has(at)) asked.set(at, fetched(at).finally(() => asked.delete(at)));
  return asked.get(at);
}

async function fetched(at) {
  const [form] = await sheets(`/${at}`);
  if (form) take(form);
  return Boolean(form);
}

/** The questions at this address; none where it does not answer. */
async function sheets(which) {
  try {
    const answer = await fetch(`${address}/questions${which}`, { headers: PARTIAL, redirect: "error", signal: AbortSignal.timeout(20_000) });
    if (!answer.ok) return [];
    const page = document.createElement("template");
    page.innerHTML = await answer.text();
    return [...page.content.querySelectorAll(".question")];
  } catch {
    return [];
  }
}

/** Puts a question in its place among the others. */
function take(form) {
  const at = Number(form.dataset.place);
  const old = known.get(at);
  form.hidden = old?.hidden ?? true;
  known.set(at, form);
  hears.came(adopt(form), old);
  if (old) old.replaceWith(form);
  else absent.before(form);
  putIn();
}

/** The rest of the exam. */
async function onwards() {
  const missing = () => jumps.places().filter((each) => !known.has(each));
  if (navigator.onLine && missing().length) {
    for (const form of await sheets("")) if (!known.has(Number(form.dataset.place))) take(form);
    if (wanted !== null) again();
  }
  if (missing().length) setTimeout(onwards, NEXT);
}

/** All questions anew, as they are stored; what is typed and not yet saved stays. */
export async function refresh() {
  for (const form of known.size ? await sheets("") : []) take(form);
}

async function again() {
  if (wanted !== null) await show(wanted, { push: false });
}

export function start() {
  const form = box.querySelector(".question");
  place = Number(form.dataset.place);
  known.set(place, adopt(form));
  hears.came(form);
  history.replaceState({ place }, "", `${address}/questions/${place}`);
  jumps.open(place);
  addEventListener("popstate", ({ state }) => state?.place && show(state.place, { push: false }));
  addEventListener("online", again);
  setInterval(() => wanted !== null && !asked.has(wanted) && again(), 2 * NEXT);
  setTimeout(onwards, FIRST);
  exam.dataset.ready = "";
}
