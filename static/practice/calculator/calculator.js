/* The calculator beside the sheet: opens and closes, types, computes, remembers, and writes a result into a field.

   Alt+C goes from the sheet to the calculator (opening it) and back to the field; Esc closes it. A single letter would
   be lost in answers that are words, and would surprise people who steer by voice.
   Requests swap the sheet only, so the panel stays; open or closed, memory, line and history live in the session. */

import { evaluate } from "./arithmetic.js";
import { FIELD, holding, nameOf, offers, reveal, showOffers } from "../fields.js";
import { spoken } from "./figures.js";
import { EMPTY, changeSign, erase, goesOn, press, pretty } from "./keystrokes.js";
import { element, equal, written } from "./result.js";
import { asToolbar } from "./toolbar.js";

const KEPT = "calculator"; // the name in sessionStorage
const MOST_EARLIER = 20;

const panel = document.getElementById("calculator");
const part = (selector) => panel.querySelector(selector);
const atBottom = matchMedia("(max-width: 40rem)");
const touch = matchMedia("(pointer: coarse)");

const state = { open: false, memory: 0, answer: undefined, earlier: [], typed: "", done: false };
let shown; // the value of the line that was just computed: it is done
let recalled = 0; // how many lines back ↑ has gone
let aim = ""; // id of the field that a result would be written into
let back = null; // where the focus returns to

if (panel) start();

function start() {
  try {
    Object.assign(state, JSON.parse(sessionStorage.getItem(KEPT) ?? "{}"));
  } catch {
    // no storage, or not ours: an empty calculator
  }
  typed().value = state.typed;
  if (touch.matches) typed().inputMode = "none"; // the panel is the keyboard
  tab().hidden = false;
  document.documentElement.classList.add("has-calculator");
  asToolbar(part(".keys"));
  if (state.done) {
    shown = state.answer;
    part("output").replaceChildren(equal(shown));
  }
  showMemory();
  showEarlier();
  showPut();
  if (state.open && !atBottom.matches) open();

  tab().addEventListener("click", () => (open(), typed().focus({ preventScroll: true })));
  panel.addEventListener("click", onClick);
  part(".keys").addEventListener("mousedown", (event) => event.preventDefault()); // the focus stays in the line
  typed().addEventListener("keydown", onTyping);
  typed().addEventListener("click", edit);
  typed().addEventListener("focus", select);
  typed().addEventListener("input", () => (state.done ? showLine(goesOn(line())) : keep()));
  document.addEventListener("keydown", onShortcut);
  document.addEventListener("focusin", onFocus);
  document.addEventListener("htmx:after:swap", showPut);
}

function tab() {
  return document.getElementById("calculator-tab");
}

function typed() {
  return document.getElementById("calculator-typed");
}

function keep() {
  state.typed = typed().value;
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(state));
  } catch {
    // it works without; only the next page starts empty
  }
}

// Opening, closing, and the way back to the sheet.

function open() {
  holding(field(), () => setOpen(true));
  show();
}

function close() {
  const inside = panel.contains(document.activeElement);
  holding(field(), () => setOpen(false));
  if (inside) focusBack(back);
}

function setOpen(is) {
  state.open = is;
  panel.hidden = !is;
  tab().hidden = is;
  tab().setAttribute("aria-expanded", String(is));
  document.documentElement.classList.toggle("with-calculator", is);
  showPut();
  keep();
}

/** Where the panel lies at the bottom, it may cover the line one works on. */
function show() {
  const into = field();
  if (into && state.open && atBottom.matches) reveal(into, panel);
}

function focusBack(to) {
  const there = to?.isConnected ? to : document.getElementById(to?.id) ?? tab();
  there.focus({ preventScroll: true });
}

function onShortcut(event) {
  if (event.isComposing || event.defaultPrevented) return;
  if (event.key === "Escape" && state.open) {
    event.preventDefault();
    close();
  } else if (event.code === "KeyC" && event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    if (state.open && panel.contains(document.activeElement)) return focusBack(field() ?? back);
    if (!state.open) open();
    typed().focus({ preventScroll: true });
  }
}

function onFocus({ target }) {
  if (panel.contains(target)) return;
  back = target;
  if (target.matches(FIELD)) aim = target.id;
  showPut();
}

// Typing: on the keyboard into the line, or with the keys of the panel.

function line() {
  return { text: typed().value, start: typed().selectionStart, end: typed().selectionEnd, done: state.done };
}

function showLine({ text, start, end }) {
  typed().value = text;
  typed().setSelectionRange(start, end);
  if (end === text.length) typed().scrollLeft = typed().scrollWidth;
  state.done = false;
  recalled = 0;
  keep();
}

/** Who moves the caret after a result goes on with this line, not with a new one. */
function edit() {
  state.done = false;
}

function onTyping(event) {
  if (event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
  if (["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) edit();
  const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
  if (step) recall(step);
  else if (event.key === "Enter" || event.key === "=") equals();
  else return;
  event.preventDefault();
}

/** ↑ and ↓ bring the earlier lines; past the newest stands an empty one. */
function recall(step) {
  const place = Math.min(Math.max(recalled + step, 0), state.earlier.length);
  showLine({ ...EMPTY, ...ending(place ? state.earlier.at(-place).typed : "") });
  recalled = place;
}

function ending(text) {
  return { text, start: text.length, end: text.length };
}

const DOES = {
  equals,
  close,
  erase: () => showLine(erase(line())),
  sign: () => showLine(changeSign(line())),
  clear() {
    showLine(EMPTY);
    part("output").replaceChildren();
    shown = undefined;
    showPut();
  },
  add() {
    if (!state.done && !equals()) return;
    const { value, problem } = evaluate("M+Ans", { M: state.memory, Ans: shown });
    state.memory = value ?? state.memory;
    showMemory();
    say(problem ?? `Memory ${spoken(value)}.`);
  },
  forget() {
    state.memory = 0;
    showMemory();
    say("Memory cleared.");
  },
  put: (button) => put(offers(shown, field())[Number(button.dataset.which)]),
  "look back"(button) {
    const looking = panel.classList.toggle("looking-back");
    button.setAttribute("aria-expanded", String(looking));
    scrollToNewest();
  },
  again(button) {
    panel.classList.remove("looking-back");
    part(".look-back").setAttribute("aria-expanded", "false");
    showLine({ ...EMPTY, ...ending(button.dataset.typed) });
    typed().focus({ preventScroll: true });
  },
};

function onClick(event) {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.dataset.key) showLine(press(line(), button.dataset.key));
  else DOES[button.dataset.does](button);
  if (event.detail && button.closest(".keys")) typed().focus({ preventScroll: true }); // by pointer, not by space bar
}

// Computing, and what is shown of it.

/** Computes the line; true where it has a value. */
function equals() {
  const expression = typed().value;
  const { value, problem, at } = evaluate(expression, { Ans: state.answer, M: state.memory });
  part("output").classList.toggle("problem", problem !== undefined);
  state.done = problem === undefined;
  shown = value;
  if (state.done) {
    state.answer = value;
    state.earlier = [...state.earlier, { typed: expression, value }].slice(-MOST_EARLIER);
    recalled = 0;
    part("output").replaceChildren(equal(shown));
    select();
    showEarlier();
  } else {
    part("output").replaceChildren(problem);
    typed().setSelectionRange(at, at);
  }
  showPut();
  keep();
  return state.done;
}

/** What is typed after a result replaces its line. */
function select() {
  if (state.done && document.activeElement === typed()) typed().select();
}

function showMemory() {
  part(".memory").hidden = !state.memory;
  part(".memory").replaceChildren("M = ", written(state.memory));
  keep();
}

function showEarlier() {
  part(".earlier p").hidden = state.earlier.length > 0;
  part(".earlier ol").replaceChildren(
    ...state.earlier.map(({ typed: expression, value }) => {
      const button = element("button", `${pretty(expression)} `);
      Object.assign(button.dataset, { does: "again", typed: expression });
      button.type = "button";
      button.append(equal(value));
      return element("li", button);
    }),
  );
  scrollToNewest();
}

function scrollToNewest() {
  part(".earlier").scrollTop = part(".earlier").scrollHeight;
}

function say(text) {
  part("[role=status]").textContent = text;
}

// Writing a result into the sheet.

/** None that is out of sight: in an exam, the questions that are not open stand on the page, too. */
function field() {
  const into = aim ? document.getElementById(aim) : null;
  return into?.offsetParent ? into : null;
}

function showPut() {
  const into = field();
  for (const cell of document.querySelectorAll(FIELD)) cell.classList.toggle("aimed", state.open && cell === into);
  showOffers(part(".put"), shown, into);
}

function put(text) {
  const into = field();
  if (!into) return showPut();
  into.value = text;
  into.dispatchEvent(new Event("input", { bubbles: true }));
  say(`${text} is written into ${nameOf(into)}.`);
  if (!touch.matches) into.focus({ preventScroll: true }); // by touch its keyboard would cover the panel
  show();
}
