/* Saves what is typed on a sheet of an assignment where that marks nothing: a moment after the last key, and when the
   page is left. The button saves as before; without JavaScript it is the only way. Where answers are checked, says as
   long as one is not; where the time is over, what stands there is what was stored. */

const PAUSE = 1500; // milliseconds without a key
const AGAIN = 10000; // until a save that failed is tried again
const KEPT = 60000; // characters of what is sent to its end though the page is left; browsers take 64 KiB
const GONE = [401, 403, 404]; // where the sheet is no longer that of whoever is signed in

let timer = 0;
let changed = false;
let running = null;

const sheet = () => document.querySelector("#sheet[data-autosave]");
const forget = () => sessionStorage.removeItem(`draft ${location.pathname}${location.search}`); // of ../web/drafts.js
const note = () => document.getElementById("autosave");

function say(state) {
  if (note()) note().textContent = note().dataset[state] ?? "";
}

function save() {
  clearTimeout(timer);
  const form = sheet();
  if (!form || !changed || running) return;
  changed = false;
  say("saving");
  running = send(form).finally(() => {
    running = null;
    if (changed) timer = setTimeout(save, AGAIN);
  });
}

async function send(form) {
  try {
    const body = new URLSearchParams(new FormData(form));
    const keepalive = body.toString().length < KEPT;
    const answer = await fetch(form.dataset.autosave, { method: "POST", body, keepalive });
    if (GONE.includes(answer.status)) {
      changed = true;
      return say("gone");
    }
    if (!answer.ok) throw new Error(answer.statusText);
    const { state } = await answer.json();
    if (!changed) {
      say(state);
      if (state === "saved") forget();
    }
  } catch {
    changed = true;
    say("unsaved");
  }
}

function noteChange() {
  changed = true;
  if (!running) say("");
  clearTimeout(timer);
  timer = setTimeout(save, PAUSE);
}

/** True if the field holds something else than the page came with: it was typed early, or brought back from a draft. */
function differs(field) {
  if (field.name === "sentence") return false;
  if (field.type === "radio" || field.type === "checkbox") return field.checked !== field.defaultChecked;
  if (field.options) return [...field.options].some((one) => one.selected && !one.defaultSelected && one.value);
  return field.defaultValue !== undefined && field.type !== "hidden" && field.value !== field.defaultValue;
}

/** Whether something stands on the sheet that the server has not got. */
const unsent = () => [...(document.getElementById("sheet")?.elements ?? [])].some(differs);

function tellUnchecked() {
  const note = document.querySelector("[data-unchecked]");
  if (note) note.textContent = unsent() ? note.dataset.unchecked : "";
}

document.addEventListener("input", tellUnchecked);
document.addEventListener("htmx:after:swap", tellUnchecked);
document.addEventListener("input", ({ target }) => sheet()?.contains(target) && target.name !== "sentence" && noteChange());
document.addEventListener("visibilitychange", () => document.hidden && save());
addEventListener("pagehide", save);
addEventListener("online", save);
// A button that reached nobody leaves what stands here unsaved: it is tried again.
document.addEventListener("htmx:finally:request", () => sheet() && unsent() && noteChange());
// What a button sends holds all that is being saved, and comes after it.
document.addEventListener("submit", (event) => {
  if (event.target !== sheet()) return;
  clearTimeout(timer);
  changed = false;
  if (!running) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const { target, submitter } = event;
  running.then(() => target.requestSubmit(submitter));
}, { capture: true });
addEventListener("beforeunload", (event) => changed && note()?.textContent && event.preventDefault());
if (document.querySelector("#sheet[data-over]")) {
  forget();
  document.getElementById("sheet").reset();
}
tellUnchecked();
if (sheet() && unsent()) noteChange();
