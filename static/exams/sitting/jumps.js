/* The list of questions beside the sheet: what is answered, empty, flagged, not readable, and which one is open. */

import { exam, say, words } from "./exam.js";

const list = document.getElementById("jumps");
const unread = new Map(); // place -> the fields that cannot be read
const fills = new Map(); // place -> how much of it is filled in
const jump = (place) => list?.querySelector(`.jump[value="go:${place}"]`);

export const places = () => [...(list?.querySelectorAll(".jump[value]") ?? [])].map(({ value }) => Number(value.slice("go:".length)));
export const isFlagged = (place) => "flagged" in jump(place).dataset;

/** How much of a question is filled in: "answered", "partly" or "empty". What cannot be read is no answer. */
export function fill(place, how) {
  fills.set(place, how);
  const shown = how === "answered" && unread.get(place)?.size ? "partly" : how;
  for (const state of ["answered", "partly"]) mark(place, state, shown === state);
}

/** Marks one of ``answered``, ``partly``, ``flagged``, ``unread`` at a place. */
export function mark(place, what, whether) {
  const button = jump(place);
  if (!button || what in button.dataset === whether) return;
  button.toggleAttribute(`data-${what}`, whether);
  const has = (state) => state in button.dataset;
  const states = [["answered", "partly"].find(has) ?? "empty", ...["unread", "flagged"].filter(has)];
  say(button.querySelector(".jump-words"), `: ${states.map((state) => words(state)).join(", ")}`);
  const all = places();
  const count = all.filter((each) => "answered" in jump(each).dataset).length;
  say(list.querySelector(".progress-words"), words("progress", { answered: count, all: all.length }));
}

/** Beside which fields of a question that came it says that they cannot be read. */
export function came(place, fields) {
  unread.set(place, new Set(fields));
  mark(place, "unread", fields.length > 0);
}

export function markUnread(place, field, whether) {
  const fields = unread.get(place) ?? new Set();
  if (whether) fields.add(field);
  else fields.delete(field);
  unread.set(place, fields);
  mark(place, "unread", fields.size > 0);
  if (fills.has(place)) fill(place, fills.get(place));
}

export function open(place) {
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  jump(place).setAttribute("aria-current", "true");
  const strip = list.querySelector(".groups");
  const { left, right } = jump(place).getBoundingClientRect();
  const frame = strip.getBoundingClientRect();
  if (left < frame.left || right > frame.right) strip.scrollLeft += left - frame.left - frame.width / 2;
  exam.dataset.place = place;
}
