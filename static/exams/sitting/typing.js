/* What is typed goes from the fields to what saves them; what the server knows goes from there into the fields. */

import * as clock from "./clock.js";
import { say, words } from "./exam.js";
import { beside, fieldsOf, filled, inputs, isEdited, lock, putIn, read, write } from "./fields.js";
import * as jumps from "./jumps.js";
import * as moving from "./moving.js";
import * as saving from "./saving.js";

const superseded = new Map(); // "place field" -> the text of another window, while one types in that field

export function typed(target) {
  const form = target.closest?.(".question");
  const field = target.dataset?.field;
  if (!form || !field) return;
  const place = Number(form.dataset.place);
  if (clock.left() <= 0) return tooLate(form, field);
  saving.edit(place, field, read(form, field));
  superseded.delete(`${place} ${field}`);
  beside(form, field, "newer", "");
  jumps.fill(place, filled(form));
}

/** A key at the very end: what was typed before it stays, and is what counts. */
function tooLate(form, field) {
  const text = saving.textOf(Number(form.dataset.place), field);
  if (text !== undefined && write(form, field, text)) putIn();
  lock(form, true);
}

/** A field is left: it is saved, and what another window typed later stands in it now. */
export function leave(target) {
  const form = target.closest?.(".question");
  if (!form) return;
  if (saving.isUnsaved()) saving.flush();
  setTimeout(() => settle(Number(form.dataset.place)));
}

function settle(place) {
  for (const [key, text] of superseded) {
    const [at, ...rest] = key.split(" ");
    const field = rest.join(" ");
    const form = moving.formAt(Number(at));
    if (Number(at) !== place || isEdited(form, field)) continue;
    superseded.delete(key);
    beside(form, field, "newer", "");
    if (write(form, field, text)) putIn();
    jumps.fill(place, filled(form));
  }
}

/** A question came, for the first time or anew: what is typed and not yet saved goes into it. */
export function came(form, old) {
  const place = Number(form.dataset.place);
  for (const [field, revision] of Object.entries(JSON.parse(form.dataset.revisions))) saving.learn({ place, field, revision });
  jumps.came(place, [...form.querySelectorAll("[data-of]")].map((note) => note.dataset.of));
  jumps.mark(place, "flagged", form.querySelector(".flag").value === "unflag");
  fill(form);
  if (old?.contains(document.activeElement)) refocus(form, document.activeElement);
  if (clock.left() <= 0) lock(form, true);
}

export function fill(form) {
  const place = Number(form.dataset.place);
  const fields = new Set(fieldsOf(form));
  const theirs = JSON.parse(form.dataset.revisions);
  for (const { field, text, revision } of saving.textsAt(place)) {
    if (revision <= (theirs[field] ?? 0)) continue;
    if (field === "flag") flag(place, text === "yes");
    else if (fields.has(field)) write(form, field, text);
  }
  jumps.fill(place, filled(form));
}

/** The focus goes on in the same field of a question that came anew. */
function refocus(form, { dataset: { field }, value, selectionStart, selectionEnd }) {
  const same = field ? inputs(form, field) : [];
  const input = same.find((one) => one.value === value) ?? same[0];
  requestAnimationFrame(() => {
    input?.focus({ preventScroll: true });
    if (Number.isInteger(selectionStart)) input?.setSelectionRange?.(selectionStart, selectionEnd);
  });
}

export function newer({ place, field, text }) {
  if (field === "flag") return flag(place, text === "yes");
  const form = moving.formAt(place);
  if (!form || !fieldsOf(form).includes(field) || read(form, field) === text) return;
  if (isEdited(form, field)) {
    superseded.set(`${place} ${field}`, text);
    return beside(form, field, "newer", text ? words("newer", { text: text.length > 60 ? `${text.slice(0, 60)} …` : text }) : words("newer empty"));
  }
  if (write(form, field, text)) putIn();
  jumps.fill(place, filled(form));
}

export function unread({ place, field, said }) {
  const form = moving.formAt(place);
  if (form) beside(form, field, "unread", said);
  jumps.markUnread(place, field, Boolean(said));
}

export function again(places) {
  for (const place of places) if (moving.formAt(place)) moving.bring(place);
}

export function long({ place, field }, tooLong) {
  const form = moving.formAt(place);
  if (form) beside(form, field, "long", tooLong ? words("long") : "");
}

export function flag(place, flagged) {
  jumps.mark(place, "flagged", flagged);
  const button = moving.formAt(place)?.querySelector(".flag");
  if (!button) return;
  button.value = flagged ? "unflag" : "flag";
  say(button.querySelector(".flag-words"), button.dataset[button.value]);
}
