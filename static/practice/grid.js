/* Keys and pasting in the cells of a sheet. Everything is heard on the document, so it survives every swap.

   In a grid ([data-grid] = its columns) arrow keys, Home, End and Enter go from cell to cell, and a pasted matrix fills
   the cells from where it was pasted. Enter checks the line one is on: in a grid from its last cell. */

import { cellsIn } from "./pasted.js";

const CELL = ".line input.cell";
const CHECK = 'button[name="do"][value^="check:"]';

document.addEventListener("keydown", onKey);
document.addEventListener("paste", onPaste);

function gridOf(cell) {
  const grid = cell.closest("[data-grid]");
  if (!grid) return null;
  const cells = [...grid.querySelectorAll("input.cell")];
  return { cells, columns: Number(grid.dataset.grid), place: cells.indexOf(cell) };
}

function onKey(event) {
  if (event.isComposing || event.altKey || event.metaKey || event.shiftKey || !event.target.matches("input")) return;
  const input = event.target;
  if (event.key === "Enter" && !event.ctrlKey) return onEnter(event, input);
  const grid = input.matches(CELL) && gridOf(input);
  const to = grid && neighbour(grid, event, input);
  if (!to || to === input) return;
  event.preventDefault();
  to.focus();
  to.select();
}

function onEnter(event, input) {
  const check = input.closest(".line")?.querySelector(CHECK);
  if (!check) return;
  event.preventDefault();
  const grid = gridOf(input);
  const next = grid?.cells[grid.place + 1];
  if (next) {
    next.focus();
    next.select();
  } else check.click();
}

/** The cell that a key goes to. Sideways only from the edge of the text, so that the caret moves within it first. */
function neighbour({ cells, columns, place }, { key, ctrlKey }, input) {
  const { selectionStart: start, selectionEnd: end, value } = input;
  const whole = start === 0 && end === value.length;
  const [first, last] = [whole || end === 0, whole || start === value.length];
  const begin = place - (place % columns);
  const finish = Math.min(begin + columns, cells.length) - 1;
  if (ctrlKey) return { Home: cells[0], End: cells.at(-1) }[key];
  switch (key) {
    case "ArrowUp": return cells[place - columns];
    case "ArrowDown": return cells[place + columns];
    case "ArrowLeft": return first && place > begin ? cells[place - 1] : undefined;
    case "ArrowRight": return last && place < finish ? cells[place + 1] : undefined;
    case "Home": return first ? cells[begin] : undefined;
    case "End": return last ? cells[finish] : undefined;
    default: return undefined;
  }
}

function onPaste(event) {
  const grid = event.target.matches?.(CELL) && gridOf(event.target);
  const table = grid && cellsIn(event.clipboardData.getData("text/plain"), event.target.inputMode !== "decimal");
  if (!table) return;
  event.preventDefault();
  fill(grid, turned(table, grid));
}

/** A row where the grid is one row, a column where it is one column. */
function turned(table, { cells, columns }) {
  if (cells.length === columns && table.every((row) => row.length === 1)) return [table.flat()];
  return columns === 1 && table.length === 1 ? table[0].map((text) => [text]) : table;
}

/** Fills from the current cell on; what lies beyond the grid is left out. */
function fill({ cells, columns, place }, table) {
  let filled = cells[place];
  for (const [down, row] of table.entries()) {
    for (const [across, text] of row.entries()) {
      const cell = cells[place + down * columns + across];
      if (!cell || (place % columns) + across >= columns) continue;
      cell.value = text;
      cell.dispatchEvent(new Event("input", { bubbles: true }));
      filled = cell;
    }
  }
  filled.focus();
  filled.select();
}

// After a swap the focus is where it was, and nothing scrolls.

let focused = null;

document.addEventListener("htmx:before:swap", () => {
  const { id, name, value } = document.activeElement;
  focused = { id, name, value };
  for (const key of document.querySelectorAll(".sign-key")) key.remove(); // they are not in the answer of the server
});

document.addEventListener("htmx:after:swap", () => {
  addSignKeys();
  const unread = document.querySelector("#sheet .cell.unread");
  if (unread) return unread.focus();
  if (!focused) return;
  const { id, name, value } = focused;
  const line = document.activeElement?.closest(".line");
  if (line?.id && !line.querySelector(CHECK)) return firstOpenIn(`check:${line.id.slice("line-".length)}`)?.focus({ preventScroll: true });
  if (document.activeElement && document.activeElement !== document.body) return;
  if (value === "chain") return document.querySelector("#sheet .line.extra input")?.focus();
  const pressed = name === "do" ? document.querySelector(`#sheet button:not(.unseen)[name="do"][value="${CSS.escape(value)}"]`) : null;
  (document.getElementById(id) ?? pressed ?? firstOpenIn(value))?.focus({ preventScroll: true });
});

/** The pressed button is gone. After a right answer the next open line takes the focus, else (its hints were all seen)
    the line itself. */
function firstOpenIn(pressed) {
  const line = document.getElementById(`line-${pressed?.split(":")[1]}`);
  const lines = [...document.querySelectorAll("#sheet .line")];
  const open = lines.slice(lines.indexOf(line)).find((one) => one.querySelector(CHECK));
  return open?.querySelector('.cell[data-rule="wrong"], input, select') ?? document.querySelector("#sheet .onward .primary");
}

// What was changed since it was marked says so: its verdict fades until it is checked again.

document.addEventListener("input", ({ target }) => {
  const line = target.closest("#sheet .line");
  if (!line?.querySelector(".verdict")) return;
  const same = (field) =>
    field.matches("select") ? Boolean(field.selectedOptions[0]?.defaultSelected)
    : field.type === "text" ? field.value === field.defaultValue : field.checked === field.defaultChecked;
  line.toggleAttribute("data-changed", ![...line.querySelectorAll("input, select")].every(same));
});

// Number keyboards of some phones have no minus: a key for it in each line of numbers, seen while one is in that line.

const touch = matchMedia("(pointer: coarse)");
const latest = new WeakMap(); // line -> the cell in it that had the focus last

addSignKeys();
touch.addEventListener("change", addSignKeys);
document.addEventListener("focusin", ({ target }) => target.matches(CELL) && latest.set(target.closest(".line"), target));

function addSignKeys() {
  for (const answer of touch.matches ? document.querySelectorAll(".answer:has([inputmode=decimal])") : []) {
    const row = answer.closest(".line");
    if (row.querySelector(".sign-key")) continue;
    const key = document.createElement("button");
    Object.assign(key, { type: "button", className: "sign-key", textContent: "±" });
    key.setAttribute("aria-label", "Change the sign");
    key.addEventListener("mousedown", (event) => event.preventDefault()); // the keyboard stays open
    key.addEventListener("click", () => changeSign(latest.get(row)));
    const foot = row.querySelector(".foot");
    (answer.matches(".number") || !foot ? answer : foot).append(key);
  }
}

function changeSign(cell) {
  if (!cell) return;
  const bare = cell.value.trimStart().replace(/^[-−]/, "");
  cell.value = bare === cell.value.trimStart() ? `-${bare}` : bare;
  cell.dispatchEvent(new Event("input", { bubbles: true }));
  cell.focus({ preventScroll: true });
}
