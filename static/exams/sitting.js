/* A running exam: puts together its clock, its fields with what saves them, its questions and its other windows.

   Without this module the page is plain forms. */

import * as clock from "./sitting/clock.js";
import { address, exam, grace, name, person, say, words } from "./sitting/exam.js";
import { lock, putIn } from "./sitting/fields.js";
import { notice, sayRefused, sendWaiting } from "./sitting/late.js";
import * as moving from "./sitting/moving.js";
import * as queue from "./sitting/queue.js";
import * as saving from "./sitting/saving.js";
import * as typing from "./sitting/typing.js";
import * as unsent from "./sitting/unsent.js";
import * as windows from "./sitting/windows.js";

const alone = exam && "alone" in exam.dataset;
const PROBING = alone ? 1_000 : 3_000;
const asking = Boolean(document.querySelector(".question"));
const wasPaused = clock.clock().paused;

if (exam) start();

async function start() {
  clock.start();
  saving.onAnswer({ ...typing, refused: sayRefused, over });
  moving.onMove({ came: typing.came, opens: saving.visit });
  saving.start();
  if (asking) {
    moving.start();
    listen();
  }
  clock.onClock(look);
  windows.start();
  unsent.start();
  new ResizeObserver(([{ target }]) => document.documentElement.style.setProperty("--top", `${target.offsetHeight}px`)).observe(document.getElementById("top"));
  document.getElementById("hand-in")?.addEventListener("submit", (event) => leave(event, () => event.target.submit()));
  document.querySelector(".break form")?.addEventListener("submit", (event) => leave(event, () => event.target.submit()));
  setInterval(probe, PROBING);
  if (wasPaused) setInterval(rest, 1000);
  const waiting = await queue.waiting();
  saving.bringBack(waiting.filter((entry) => entry.sitting === name && entry.person === person));
  for (const form of moving.forms()) typing.fill(form);
  putIn();
  if (asking) saving.visit(moving.here());
  else await saving.flush(true);
  await sendWaiting(name, person);
}

function listen() {
  document.addEventListener("input", ({ target }) => typing.typed(target));
  document.addEventListener("change", ({ target }) => target.dataset?.field && saving.flush());
  document.addEventListener("focusout", ({ target }) => typing.leave(target));
  document.addEventListener("submit", (event) => event.target.matches(".question") && press(event));
  document.addEventListener("keydown", onKey);
}

function press(event) {
  const does = event.submitter?.value ?? "save";
  const [what, to] = does.split(":");
  if (what === "end") return leave(event, () => location.assign(`${address}/end`));
  if (what === "break") return leave(event, takeBreak);
  event.preventDefault();
  if (what === "go") moving.show(Number(to));
  else if (what === "save") saving.flush(true);
  else if (!locked) {
    typing.flag(moving.here(), what === "flag");
    saving.edit(moving.here(), "flag", what === "flag" ? "yes" : "");
    saving.flush();
  }
}

function takeBreak() {
  const form = Object.assign(document.createElement("form"), { method: "post", action: `${address}/break` });
  document.body.append(form);
  form.submit();
}

/** Goes away from this page once everything is stored; where that fails it says so, and the page stays. */
async function leave(event, go) {
  event.preventDefault();
  notice((await saving.flush(true)) && navigator.onLine ? "" : words("waiting"));
  if (!document.querySelector("#late p")) go();
}

function onKey(event) {
  if (event.key === "Enter" && event.target.matches(".question input, .question select")) {
    event.preventDefault(); // it would press the first button of the page
    return void saving.flush(true);
  }
  const { code, altKey, ctrlKey, metaKey, shiftKey, target } = event;
  if (!altKey || ctrlKey || metaKey || shiftKey || event.isComposing || event.defaultPrevented || event.getModifierState("AltGraph")) return;
  const by = { KeyN: 1, KeyP: -1 }[code];
  // On a Mac these keys write letters in a text.
  if (!by || (/Mac/.test(navigator.platform) && target.matches("textarea, input[type=text], .editor"))) return;
  event.preventDefault();
  moving.show(moving.here() + by);
}

// The end

let locked = false;

function look({ message, paused, closed }) {
  const box = document.getElementById("message");
  if (message && !box.firstElementChild) box.append(document.createElement("p"));
  if (!message) box.replaceChildren();
  else say(box.firstElementChild, message);
  if (paused !== wasPaused) return saving.flush(true).then(() => location.reload());
  if (closed) return saving.end();
  const done = clock.left() <= 0;
  if (done === locked) return;
  locked = done;
  for (const form of moving.forms()) lock(form, done);
  for (const button of document.querySelectorAll(".exam-doors button, #hand-in button")) button.disabled = done;
  if (done) saving.flush(true).then(probe);
  saving.tell();
}

/** Where one sits for oneself and everything is stored, the exam ends at once; else the server ends it after the grace. */
function probe() {
  if (clock.clock().closed) return saving.end();
  if (!locked) return;
  if (alone && !saving.isUnsaved() && windows.isOnly()) clock.end();
  else if (clock.since() > grace + 1) clock.ask();
}

function over(late) {
  if (!late) return location.replace(`${address}/review`);
  const link = Object.assign(document.createElement("a"), { href: `${address}/review`, textContent: words("review") });
  if (!document.querySelector("#late a")) document.getElementById("late").append(link);
}

/** In a break: what is left of it. */
function rest() {
  const seconds = Math.max(0, Math.ceil(clock.breakLeft()));
  say(document.querySelector(".break-left"), clock.written(seconds));
  if (!seconds) clock.ask();
}
