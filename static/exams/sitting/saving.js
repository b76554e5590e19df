/* Saves what is typed: into this browser's queue at once, to the server when typing stops or a field is left.

   One request at a time. "saved" is said only when the server answered and nothing is unsaved. */

import * as clock from "./clock.js";
import { exam, name, person, say, shown, words } from "./exam.js";
import * as queue from "./queue.js";
import { batch, letter, send, sendBlindly } from "./sending.js";

const PAUSE = 800; // milliseconds after the last key
const LONGEST_WAIT = 5_000; // while somebody types without a pause
const WAITS = [1, 2, 4, 8, 15]; // seconds between two tries
const LONGEST = 20_000; // letters of a field
const MOST_VISITS = 200; // in one request
const BEAT = 50_000; // so long a page that is open says nothing
const KEEPING_AT_BAY = new Set(["offline", "unable", "stranger", "outside"]);

export const page = crypto.randomUUID?.() ?? String(Math.random()).slice(2); // this page load, among all windows

const unsaved = new Map(); // key -> entry
const latest = new Map(); // key -> the highest revision known of it, with its text where that is known
const hears = { newer() {}, unread() {}, again() {}, refused() {}, over() {}, long() {} };
let opened = true; // told with the first request
let claimedAt = Infinity; // when the server knew this window as the newest
let place = null;
const visits = []; // questions that were turned to, with the time, as far as the server does not know
let written = Promise.resolve();
let running = null;
let wanted = false; // asked for while another ran
let typing = 0; // timers
let retrying = 0;
let since = 0; // when the first of what waits was typed
let tries = 0;
let trouble = "";
let savedAt = "";
let heardAt = performance.now(); // when the server answered last
const lost = []; // what the server refused
let ended = false;

const keyOf = ({ place, field }) => `${place} ${field}`;
const silent = () => performance.now() - heardAt >= BEAT;
const sendable = () => [...unsaved.values()].filter(({ text }) => text.length <= LONGEST);

export const isUnsaved = () => unsaved.size > 0;
/** Answers that are not stored, with their texts: those that wait, and those that came after the end. */
export function unsent() {
  const late = lost.filter(({ in_break }) => !in_break).map((entry) => latest.get(keyOf(entry)));
  return [...new Set([...late, ...unsaved.values()])].filter((one) => one?.field !== "flag" && one?.text?.trim());
}

export const textOf = (place, field) => latest.get(keyOf({ place, field }))?.text;
/** What was typed at a place, here or in another window, as far as it came by this page. */
export const textsAt = (place) => [...latest.values()].filter((entry) => entry.place === place && entry.text !== undefined);
export const claimed = () => claimedAt;
export const onAnswer = (handlers) => Object.assign(hears, handlers);

/** The server knows this revision of a field; what waits here and is not newer, it has. */
export function learn(entry) {
  const key = keyOf(entry);
  if ((latest.get(key)?.revision ?? 0) < entry.revision) latest.set(key, entry);
  if (unsaved.get(key)?.revision <= entry.revision) drop([entry]);
}

/** What was typed now. */
export function edit(place, field, text) {
  const key = keyOf({ place, field });
  if (!unsaved.size) since = performance.now();
  const revision = Math.max((latest.get(key)?.revision ?? 0) + 1, Math.round(clock.now()));
  const entry = { place, field, revision, text, typed_at: clock.iso() };
  latest.set(key, entry);
  unsaved.set(key, entry);
  written = queue.put(name, person, [entry]);
  hears.long(entry, text.length > LONGEST);
  tell();
  clearTimeout(typing);
  typing = setTimeout(flush, Math.max(0, Math.min(PAUSE, since + LONGEST_WAIT - performance.now())));
}

/** What an earlier page of this sitting typed and could not save. */
export function bringBack(entries) {
  for (const entry of entries) {
    const key = keyOf(entry);
    if ((latest.get(key)?.revision ?? 0) >= entry.revision) {
      queue.remove(name, [{ ...entry, revision: latest.get(key).revision }]);
      continue;
    }
    latest.set(key, entry);
    unsaved.set(key, entry);
  }
}

export function visit(at) {
  if (place !== at) visits.push({ place: at, at: clock.iso() });
  place = at;
  flush();
}

/** Says that this window is the one that counts. */
export function takeOver() {
  [opened, claimedAt] = [true, Infinity];
  return flush(true);
}

/** Saves all that waits; ``now`` also where the server did not answer just before. True when all of it is stored. */
export async function flush(now = false) {
  clearTimeout(typing);
  if (ended) return true;
  if (trouble && KEEPING_AT_BAY.has(trouble) && now !== true && retrying) return false;
  clearTimeout(retrying);
  retrying = 0;
  if (running) {
    wanted = true;
    return running;
  }
  running = rounds().catch((error) => (reportError(error), fail("unable", []))); // whatever happens, it is tried again
  const stored = await running;
  running = null;
  tell();
  if (stored && clock.clock().closed) end();
  return stored;
}

async function rounds() {
  do {
    wanted = false;
    await written;
    const entries = batch(sendable());
    const idle = !entries.length && !visits.length && !opened && trouble !== "outside";
    if (idle && !silent()) break;
    wanted ||= sendable().length > entries.length;
    const told = { opened, visits: visits.slice(0, MOST_VISITS) };
    tell();
    since = performance.now();
    const answer = await send(name, letter(page, opened, idle ? null : place, entries, told.visits));
    if (answer.trouble) return fail(answer.trouble, entries);
    take(answer, entries, told);
    if (answer.outside) return fail("outside", entries);
    if (entries.some((entry) => unsaved.get(keyOf(entry)) === entry)) return fail("unable", entries);
  } while (!ended && wanted);
  return !unsaved.size;
}

function take(answer, entries, told) {
  [trouble, tries, heardAt] = ["", 0, performance.now()];
  if (told.opened) [opened, claimedAt] = [false, answer.received];
  visits.splice(0, told.visits.length);
  const { kept = [], refused = [], newer = [] } = answer;
  lost.push(...refused);
  if (entries.length) savedAt = answer.saved_at;
  drop([...kept, ...refused]);
  for (const entry of newer) {
    const ours = unsaved.get(keyOf(entry));
    learn(entry);
    if (!ours || ours.revision <= entry.revision) hears.newer(entry);
  }
  for (const entry of answer.unread ?? []) hears.unread(entry);
  if (refused.length) hears.refused(lost);
  clock.take(answer.clock, answer.sent, answer.received);
  if (answer.again?.length) hears.again(answer.again);
}

/** The server has closed the exam: what still waits is sent once more, for its record, then this page is over. */
export function end() {
  if (ended || running) return;
  if (sendable().length) return void flush(true); // which comes back to here
  ended = true;
  hears.over(lost.some(({ field, in_break }) => field !== "flag" && !in_break));
}

/** These, or newer ones, are acknowledged. */
function drop(entries) {
  for (const entry of entries) if (unsaved.get(keyOf(entry))?.revision <= entry.revision) unsaved.delete(keyOf(entry));
  written = queue.remove(name, entries);
}

function fail(what, entries) {
  if (what === "long" && entries.length === 1) hears.long(entries[0], true);
  trouble = what;
  retrying = setTimeout(() => flush(true), 1000 * WAITS[Math.min(tries, WAITS.length - 1)]);
  tries += 1;
  return false;
}

/** The one place that says how it stands. */
export function tell() {
  const spoken = () => {
    if (trouble && unsaved.size && clock.left() <= 0) return words("unsent");
    if (trouble && (unsaved.size || trouble === "stranger" || trouble === "outside")) return words(!queue.keeps() ? "unkept" : trouble === "stranger" && "guest" in exam.dataset ? "guest" : trouble);
    if (unsaved.size > sendable().length && !running) return words("long");
    if (unsaved.size) return words("saving");
    if (clock.left() <= 0) return words("over");
    return savedAt ? words("saved", { time: shown(savedAt) }) : words("unchanged");
  };
  const element = document.getElementById("saving");
  say(element, spoken());
  element.toggleAttribute("data-trouble", Boolean(trouble && unsaved.size));
}

/** The page goes out of sight, or for good: what waits is sent once more without waiting for an answer. */
export function start() {
  setInterval(() => silent() && flush(), BEAT / 4);
  addEventListener("online", () => ((tries = 0), flush(true)));
  document.addEventListener("visibilitychange", () => document.hidden && flush(true));
  addEventListener("pagehide", () => {
    const entries = batch(sendable());
    if (entries.length && !ended) sendBlindly(name, letter(page, opened, place, entries));
  });
  addEventListener("beforeunload", (event) => isUnsaved() && !ended && event.preventDefault());
}
