/* Other windows of this sitting: those of this browser tell one another, of others the server's clock tells. */

import { onClock } from "./clock.js";
import { name, say, words } from "./exam.js";
import { refresh } from "./moving.js";
import { claimed, page, takeOver } from "./saving.js";

const channel = new BroadcastChannel(`examformer sitting ${name}`);
const others = new Set(); // of this browser, open now
const closed = new Set();
const bar = document.getElementById("elsewhere");
let newest = page; // the window that was opened, or gone on in, last
let heard = 0; // when another one said that it was opened, or gone on in
let told = false; // that others are open
let away = false; // the note was put away, until another window is opened, or gone on in

const tell = (what) => channel.postMessage({ what, page });

/** Whether no other window is known that may have something of this sitting. */
export const isOnly = () => newest === page && !others.size;

function show() {
  const seen = !away && (newest !== page || (others.size > 0 && !told));
  if (seen !== bar.hasChildNodes()) {
    bar.replaceChildren(...(seen ? [document.getElementById("elsewhere-bar").content.cloneNode(true)] : []));
    bar.querySelector("button")?.addEventListener("click", goOnHere);
    bar.querySelector("[data-away]")?.addEventListener("click", () => ((away = true), show()));
  }
  say(bar.querySelector("p"), words(newest === page ? "open too" : "goes on there"));
}

function goOnHere() {
  [newest, told] = [page, true];
  takeOver().then(() => {
    tell("taken"); // the server knows it by now: what it answers the others from here on names this window
    refresh();
  });
  show();
}

function hear({ what, page: other }) {
  if (what === "closed") {
    closed.add(other);
    others.delete(other);
    if (newest === other) newest = page;
  } else {
    closed.delete(other);
    others.add(other);
    if (what !== "here") [newest, heard, told, away] = [other, performance.now(), false, false];
    if (what === "opened") tell("here");
  }
  show();
}

/** An answer from before this window, or the newest one, was known to the server names the one before it. */
function look({ window, sent }) {
  if (!window || sent < Math.max(heard, claimed()) || closed.has(window)) return;
  if (window !== newest && window !== page && !others.has(window)) away = false;
  newest = window;
  show();
}

export function start() {
  channel.addEventListener("message", ({ data }) => hear(data));
  onClock(look);
  addEventListener("pagehide", () => tell("closed"));
  addEventListener("pageshow", ({ persisted }) => persisted && tell("opened"));
  tell("opened");
}
