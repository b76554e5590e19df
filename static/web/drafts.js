/* What was typed and is not stored survives a reload and a look at another level, in this window alone. On a sheet that
   saves itself it comes back only where no other page has saved that line since: else, or where the time is over, it stands
   beside the fields. */

import { came, isChanged, isPicked } from "./field_values.js";

const sheet = () => document.getElementById("sheet");
const place = () => `draft ${location.pathname}${location.search}`;
const left = () => `left ${location.pathname}${location.search}`;
const aside = () => `beside ${location.pathname}${location.search}`; // until it is put back or not needed
const fields = () => [...(sheet()?.querySelectorAll("input.cell, select.cell, fieldset.choice input:not([type=hidden]), textarea") ?? [])];
const savesItself = () => sheet().matches("[data-autosave]");
const isAnswer = ({ name }) => /^(cell|tick)\./.test(name); // not a report, say
const line = (field) => field.closest("section.line");
const refused = () => sheet().matches("[data-overtaken]");
// A text that the server sent back without a rule is not marked, so it is not stored; a sheet that saves itself says so.
const unmarked = (field) =>
  savesItself() ? "typed" in field.dataset || ("unstored" in (line(field)?.dataset ?? {}) && (isPicked(field) || field.value !== ""))
    : isPicked(field) ? field.checked || field.defaultChecked : field.value && !field.dataset.rule;
const isDraft = (field) => together(field).some((one) => isChanged(one) || unmarked(one));
const stored = (where) => JSON.parse(sessionStorage.getItem(where) ?? "[]");

const options = ({ name }) => fields().filter((one) => one.name === name);

/** The fields that are one answer with this one: the boxes of a choice, the places of an order. */
function together(field) {
  if (isPicked(field)) return options(field);
  const order = field.closest("table.ranked");
  return order ? [...order.querySelectorAll("select")] : [field];
}

function keep() {
  // What this page shows of the line; where another page was told of, whose text does not stand here, nothing.
  const at = (field) => (refused() ? 0 : Number(line(field)?.dataset.at ?? 0));
  const drafts = fields().filter(isDraft).map((field) => ({ name: field.name, value: field.value, checked: field.checked, at: at(field) }));
  put(place(), [...drafts, ...confirmed.filter(({ name }) => !drafts.some((one) => one.name === name))]);
}

/** What was saved since the page came, each with the revision at which it was: the next page may have been on its way. */
let confirmed = [];

/** Keeps of these drafts what is saved by now, as saved at the revision that is told for its field. */
function confirm(drafts, at) {
  const saved = drafts.filter((draft) => options(draft).length && !options(draft).some(isDraft));
  const older = confirmed.filter(({ name }) => !saved.some((one) => one.name === name));
  confirmed = savesItself() ? [...older, ...saved.map((draft) => ({ ...draft, saved: draft.saved ?? at(options(draft)[0]) }))] : [];
  keep();
}

/** The keys of the pages that this window has shown of the sheet, one after the other: what they save is its own. A
    window that is made as a copy of this one has none of them, for each is handed on as its page is left. */
let pages = [];

function turnPage() {
  const { key, pages: field } = sheet()?.elements ?? {};
  if (key && !pages.includes(key.value)) pages = [...pages, key.value].slice(-20);
  if (field) field.value = pages.join(" ");
}

function put(where, drafts) {
  if (drafts.length) sessionStorage.setItem(where, JSON.stringify(drafts));
  else sessionStorage.removeItem(where);
}

const forget = () => put(place(), []);

/** True if another page has saved something else since this was typed, or the time is over. */
const isOvertaken = (field, drafts) => together(field).some((one) => isOvertakenAlone(one, drafts));

function isOvertakenAlone(field, drafts) {
  if (!isAnswer(field)) return false;
  const its = drafts.filter(({ name }) => name === field.name);
  if (!its.length) return false;
  const typed = isPicked(field) ? its.filter(({ checked }) => checked).map(({ value }) => value).join("\n") : its[0].value;
  if (typed.trim() === came(field).trim()) return false;
  const { by, at } = line(field)?.dataset ?? {};
  return sheet().matches("[data-over]") || (savesItself() && !pages.includes(by) && Number(at ?? 0) > its[0].at);
}

function write(field, { value, checked }) {
  if (!isPicked(field)) field.value = value;
  else if (field.value === value) field.checked = checked;
  field.closest("details")?.setAttribute("open", "");
}

/** False of what was saved, unless the page shows an older revision. */
function isWanted(draft) {
  const [field] = options(draft);
  return draft.saved === undefined || (field && !sheet().matches("[data-over]") && Number(line(field)?.dataset.at ?? 0) < draft.saved);
}

function bringBack() {
  const drafts = stored(place()).filter(isWanted);
  const overtaken = new Set();
  for (const draft of drafts) {
    for (const field of options(draft)) {
      if (isOvertaken(field, drafts)) overtaken.add(draft.name);
      else if (!isAnswer(field) || !sheet().matches("[data-over]")) write(field, draft);
    }
  }
  putBeside(drafts.filter(({ name }) => overtaken.has(name)));
  put(place(), drafts.filter(({ name }) => !overtaken.has(name)));
  restoreBox();
}

/** The drafts of the fields that are here, together as they make an answer, one `turn` of them after the other. */
function answersOf(drafts) {
  const answers = new Map();
  for (const draft of drafts.filter(({ name }) => options({ name }).length)) {
    const key = `${draft.turn ?? 0} ${together(options(draft)[0])[0].name}`;
    answers.set(key, [...(answers.get(key) ?? []), draft]);
  }
  return [...answers.values()];
}

/** Keeps these drafts beside the fields with those that are there, but for an answer that stands in another one whole. */
function putBeside(drafts) {
  const there = answersOf(stored(aside()));
  const turn = 1 + Math.max(0, ...there.flat().map((draft) => draft.turn ?? 0));
  const answers = [...there, ...answersOf(drafts.map((draft) => ({ ...draft, turn })))];
  const wanted = answers.filter((one, place) => !answers.some((other, n) => n !== place && holds(other, one) && (n > place || !holds(one, other))));
  put(aside(), wanted.flat());
}

function holds(one, other) {
  const same = one.length === other.length && one.every(({ name, checked }, n) => name === other[n].name && checked === other[n].checked);
  const inside = (whole, part) => whole === part || (one.length === 1 && whole.includes(part));
  return same && one.every(({ value }, n) => inside(value, other[n].value));
}

/** Where the answer that came takes nothing more, it shows what counts, and what was typed stands beside it. */
function setAside(drafts) {
  putBeside(drafts.filter((draft) => options(draft).some((field) => isOvertaken(field, drafts))));
  for (const field of fields().filter(isAnswer)) {
    if (isPicked(field)) field.checked = field.defaultChecked;
    else field.value = came(field);
  }
  document.dispatchEvent(new Event("sheet:filled"));
  keep();
}

/** Shows what stands beside the fields, where the page has no box of it: an answer brings none. */
function restoreBox() {
  const answers = answersOf(stored(aside()));
  if (!document.getElementById("beside") && answers.length) showBeside(answers);
}

/** Shows the answers that were typed, each as the drafts of its fields, to be copied or put back. */
function showBeside(answers) {
  const template = document.getElementById("overtaken");
  if (!template) return;
  const box = template.content.firstElementChild.cloneNode(true);
  box.id = "beside";
  for (const drafts of answers) {
    const [field] = options(drafts[0]);
    const item = document.createElement("li");
    const text = document.createElement("span");
    text.className = "own-words";
    text.textContent = said(field, drafts);
    item.append(`${title(field)}: `, text);
    box.querySelector("ul").append(item);
  }
  const leave = (rest) => {
    put(aside(), rest.flat());
    box.remove();
  };
  box.querySelector("[data-do=drop]").addEventListener("click", () => leave([]));
  box.querySelector("[data-do=take]")?.addEventListener("click", () => {
    const newest = [...new Map(answers.map((drafts) => [together(options(drafts[0])[0])[0].name, drafts])).values()];
    leave(answers.filter((drafts) => !newest.includes(drafts)));
    for (const draft of newest.flat()) for (const field of options(draft)) write(field, draft);
    document.dispatchEvent(new Event("sheet:filled"));
    for (const [draft] of newest) options(draft)[0].dispatchEvent(new Event("input", { bubbles: true }));
    restoreBox();
  });
  template.after(box);
}

/** The name of a field where its line has several answers, else that of the line. */
function title(field) {
  const several = fields().filter((one) => line(one) === line(field)).length > together(field).length;
  const name = several && (document.getElementById(field.getAttribute("aria-labelledby"))?.textContent ?? field.getAttribute("aria-label"));
  return (name || line(field)?.querySelector("h2")?.firstChild?.textContent || "").trim();
}

function said(field, drafts) {
  if (!isPicked(field)) return drafts.map(({ value }, place) => `${drafts.length > 1 ? `${place + 1}. ` : ""}${value.trim() ? value : "–"}`).join("; ");
  const chosen = options(field).filter((one) => drafts.some((draft) => draft.checked && draft.value === one.value));
  return chosen.map((one) => one.closest("label")?.textContent.trim()).join("; ");
}

document.addEventListener("input", (event) => {
  if (sheet()?.contains(event.target)) keep();
});
document.addEventListener("sheet:saved", ({ detail }) => confirm(stored(place()), () => detail.at)); // by ../practice/autosave.js
// An answer may bring another address; what it leaves unstored, or all where none came, is kept under the one of then.
let before = [];
document.addEventListener("htmx:before:swap", () => {
  before = stored(place());
  forget();
});
function takeAnswer({ detail }) {
  turnPage();
  if (detail.ctx.hx?.redirect) forget();
  else if (sheet()?.matches("[data-over]")) setAside(before);
  else if (sheet()) confirm(before, (field) => Number(line(field)?.dataset.at ?? 0));
  before = [];
  if (sheet()) restoreBox();
}
// Also where its element has gone; what an exam sends by itself (exams/sitting/fields.js) is no answer.
document.addEventListener("htmx:after:swap", (event) => event.detail && setTimeout(takeAnswer, 0, event));
document.addEventListener("htmx:finally:request", takeAnswer);
document.addEventListener("submit", (event) => event.target !== sheet() || event.defaultPrevented || forget());
if (sheet()?.matches("[data-autosave]")) {
  pages = stored(left());
  put(left(), []);
  turnPage();
  addEventListener("pagehide", () => put(left(), pages));
}
bringBack();
if (sheet()?.matches("[data-autosave]")) keep(); // as what this page has typed
