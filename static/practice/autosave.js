/* Saves what is typed on a sheet of an assignment where that marks nothing: a moment after the last key, and when the
   page is left. The button saves as before; without JavaScript it is the only way. Where answers are checked, says as
   long as one is not; where the time is over, what stands there is what was stored. */

import { isChanged, isPicked } from "../web/field_values.js";

const PAUSE = 1500; // milliseconds without a key
const AGAIN = 10000; // until a save that failed is tried again
const KEPT = 60000; // characters of what is sent to its end though the page is left; browsers take 64 KiB
const ALARMING = ["unsaved", "gone", "elsewhere", "closed"];
const GONE = [401, 403, 404]; // where the sheet is no longer that of whoever is signed in

let timer = 0;
let changed = false;
let running = null;
let failed = false; // the last save reached nobody
let told = "";
let saves = 0; // that were stored since the page came
let refused = false; // another page has saved since

const sheet = () => document.querySelector("#sheet[data-autosave]:not([data-overtaken])");
const note = () => document.getElementById("autosave");

function say(state) {
  told = state;
  refused = state === "elsewhere";
  if (!note()) return;
  note().textContent = note().dataset[state] ?? "";
  note().classList.toggle("alarming", ALARMING.includes(state));
}

/** One after the other, and never beside a button's request, which might be stored after it: unless the page is left. */
function save(leaving = document.hidden) {
  clearTimeout(timer);
  const form = sheet();
  if (!form || !changed || running) return;
  if (form.matches(".htmx-request") && !leaving) {
    timer = setTimeout(save, PAUSE);
    return;
  }
  changed = false;
  if (!touched().length) return say(saves ? "saved" : ""); // an answer came meanwhile, and all is there
  say("saving");
  running = send(form).finally(() => {
    running = null;
    if (!changed) return;
    clearTimeout(timer);
    timer = setTimeout(save, failed ? AGAIN : PAUSE);
  });
}

async function send(form) {
  try {
    const lines = tellTouched();
    const body = new URLSearchParams(new FormData(form));
    const sent = standing(form);
    const keepalive = body.toString().length < KEPT;
    const answer = await fetch(form.dataset.autosave, { method: "POST", body, keepalive });
    if (GONE.includes(answer.status)) {
      changed = failed = true;
      return say("gone");
    }
    if (!answer.ok) throw new Error(answer.statusText);
    failed = false;
    const { state, at } = await answer.json();
    if (state === "saved") {
      saves += 1;
      document.getElementById("alert").replaceChildren(); // whatever kept it from being saved is over
      for (const line of lines) delete line.dataset.unstored;
      markSaved(sent, at);
    }
    if (!changed) say(state);
  } catch {
    changed = failed = true;
    say("unsaved");
  }
}

/** What stands in each field of the form. */
function standing(form) {
  return [...form.elements].filter((field) => field.defaultValue !== undefined || field.options).map((field) => [field, isPicked(field) ? field.checked : field.value]);
}

/** From now on this is what the server has: for ../web/drafts.js, and for whether something is not sent. */
function markSaved(sent, at) {
  for (const [field, was] of sent) {
    if (field.type === "hidden") continue;
    if (was === (isPicked(field) ? field.checked : field.value)) delete field.dataset.typed;
    if (isPicked(field)) field.defaultChecked = was;
    else if (field.options) for (const one of field.options) one.defaultSelected = one.value === was;
    else field.defaultValue = was;
  }
  document.dispatchEvent(new CustomEvent("sheet:saved", { detail: { at } }));
}

function noteChange() {
  changed = true;
  if (!running) say("");
  clearTimeout(timer);
  timer = setTimeout(save, PAUSE);
}

/** True if the field holds something else than the page came with: it was typed early, or brought back from a draft. */
function differs(field) {
  const held = field.name !== "sentence" && field.type !== "hidden" && (field.options || field.defaultValue !== undefined);
  return Boolean(held) && isChanged(field);
}

/** Whether something stands on the sheet that the server has not got. */
const unsent = () => [...(document.getElementById("sheet")?.elements ?? [])].some(differs) || touched().length > 0;

/** The lines in which something stands that the server has not got, though it may have sent it back. */
function touched() {
  const form = document.getElementById("sheet");
  return [...(form?.querySelectorAll("section.line[data-at]") ?? [])].filter(
    (line) => "unstored" in line.dataset || [...form.elements].some((field) => line.contains(field) && ("typed" in field.dataset || differs(field))));
}

/** Tells the server which lines these are, and at which revision this page shows each: the others are not sent, for
    another page may have saved them since. */
function tellTouched() {
  const field = document.getElementById("sheet")?.elements.touched;
  const lines = touched();
  if (field) field.value = lines.map(({ id, dataset }) => `${id.slice("line-".length)}@${dataset.at}`).join(" ") || "-";
  return lines;
}

/** The lines in which something stood unsaved before an answer came, each with the revision that it was typed over. */
let typedOver = [];

function noteRevisions() {
  const { key, pages } = sheet()?.elements ?? {};
  const own = [key?.value, ...(pages?.value.split(" ") ?? [])];
  typedOver = sheet() ? touched().map(({ id, dataset }) => ({ id, at: dataset.at, own })) : [];
}

/** What another page has saved meanwhile came with the answer, and does not stand in these lines: they stay at their
    revision, so that the next save is told of it and overwrites nothing. */
function keepRevisions() {
  const kept = sheet() ? typedOver : [];
  typedOver = [];
  for (const { id, at, own } of kept) {
    const line = document.getElementById(id);
    const { by, at: sent } = line?.dataset ?? {};
    if (!line || own.includes(by) || Number(sent) <= Number(at)) continue;
    line.dataset.at = at;
    setTimeout(() => touched().includes(line) || (line.dataset.at = sent)); // where the other's stands by now
  }
}

/** Notes what stands on the sheet unsaved, unless that is noted: after each answer, also of a request that reached nobody
    or whose element has gone with it. */
function look() {
  if (!sheet() || changed) return;
  if (unsent()) noteChange();
  else if (told === "saved") say("saved"); // the page that came says nothing of it
}

function tellUnchecked() {
  const note = document.querySelector("[data-unchecked]");
  if (note) note.textContent = unsent() ? note.dataset.unchecked : "";
}

// What is typed counts, even if it comes to what stood there before: another window may have saved something else.
document.addEventListener("input", ({ target }) => sheet()?.contains(target) && (target.dataset.typed = ""), { capture: true });
document.addEventListener("input", tellUnchecked);
document.addEventListener("htmx:before:swap", noteRevisions);
document.addEventListener("htmx:after:swap", keepRevisions);
document.addEventListener("htmx:after:swap", tellUnchecked);
document.addEventListener("htmx:after:swap", () => document.querySelector("#sheet[data-overtaken]") && say("elsewhere"));
document.addEventListener("htmx:after:swap", () => setTimeout(look)); // once the editor of a program is back in its place
document.addEventListener("input", ({ target }) => sheet()?.contains(target) && target.name !== "sentence" && noteChange());
document.addEventListener("visibilitychange", () => document.hidden && save());
addEventListener("pagehide", () => save(true));
addEventListener("online", () => save());
document.addEventListener("htmx:finally:request", look);
// What a button sends comes after what is being saved; what it leaves unsaved is saved later.
document.addEventListener("submit", (event) => {
  tellTouched();
  if (event.target !== sheet()) return;
  clearTimeout(timer);
  changed = false;
  if (!running) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const { target, submitter } = event;
  running.then(() => target.requestSubmit(submitter));
}, { capture: true });
addEventListener("beforeunload", (event) => (changed ? note()?.textContent : refused && unsent()) && event.preventDefault());
document.querySelector("#sheet[data-over]")?.reset(); // what a browser filled in again is not what counts
tellUnchecked();
if (sheet() && unsent()) {
  noteChange();
  save(); // at once: what this window sent as it was left may still be on its way
}
