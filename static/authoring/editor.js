// The editor of a question: line numbers with marks at what is to be mended, ways from a problem to its place, and
// problems at the fields of the form as one types.

const area = () => document.querySelector("textarea#text");
const gutter = () => document.querySelector(".gutter");

function number() {
  if (!area() || !gutter()) return;
  const marked = new Set([...document.querySelectorAll("#preview [data-line]")].map((link) => Number(link.dataset.line)));
  const count = area().value.split("\n").length;
  const rows = Array.from({ length: count }, (_, n) => {
    const row = document.createElement("span");
    row.textContent = marked.has(n + 1) ? `✗ ${n + 1}` : `${n + 1}`;
    row.toggleAttribute("data-marked", marked.has(n + 1));
    return row;
  });
  gutter().replaceChildren(...rows);
  scroll();
}

function scroll() {
  if (gutter() && area()) gutter().scrollTop = area().scrollTop;
}

/** The cursor goes to a line of the text: to the column where that is known, else to all of it. */
function goTo(line, column) {
  const field = area();
  const lines = field.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  const length = (lines[line - 1] ?? "").length;
  field.focus();
  if (column === undefined) field.setSelectionRange(start, start + length);
  else field.setSelectionRange(start + Math.min(Number(column), length), start + Math.min(Number(column), length));
  field.scrollTop = Math.max(0, (line - 6) * (field.scrollHeight / lines.length));
  field.scrollLeft = 0;
  scroll();
}

/** What the preview found stands at its field, too. */
function tell() {
  const form = document.querySelector(".fields");
  if (!form || !document.getElementById("preview")) return;
  const said = new Map();
  const wrong = new Set();
  for (const one of document.querySelectorAll("#preview [data-at]")) {
    if (!("missing" in one.dataset)) wrong.add(one.dataset.at);
    said.set(one.dataset.at, [...(said.get(one.dataset.at) ?? []), one.querySelector("span").textContent]);
  }
  for (const fault of form.querySelectorAll(".fault:not([data-refused])")) {
    const field = fault.id.replace("fault-", "");
    fault.textContent = (said.get(field) ?? []).join(" ");
    fault.toggleAttribute("data-missing", !wrong.has(field));
    const control = document.getElementById(field);
    if (!control?.matches("input, select, textarea")) continue;
    if (wrong.has(field)) control.setAttribute("aria-invalid", "true");
    else control.removeAttribute("aria-invalid");
  }
}

/** A file that is too large is not sent: its field says so, until another is chosen. */
function refuse(event) {
  const chosen = event.type === "change";
  const field = chosen ? event.target : event.target.closest?.("button[formaction$='/attachments']")?.parentElement.querySelector("[data-most]");
  if (!field?.matches("[data-most]") || (!chosen && !field.files.length)) return;
  const large = [...field.files].some((file) => file.size > Number(field.dataset.most));
  const fault = document.getElementById(`fault-${field.id}`);
  fault.textContent = large ? field.dataset.large : "";
  fault.toggleAttribute("data-refused", large);
  if (large) field.setAttribute("aria-invalid", "true");
  else field.removeAttribute("aria-invalid");
  if (!large) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  field.focus();
}

/** The steps to choose from are called as their fields call them, before the form comes anew. */
function callSteps() {
  const names = [...document.querySelectorAll("[name^='f.steps.'][name$='.name']")];
  const called = names.map((name) => {
    const title = document.getElementById(name.id.replace(/name$/, "title"));
    return { value: name.value.trim(), text: title?.value.trim() || name.value.trim() };
  });
  for (const select of document.querySelectorAll("select[data-steps]")) {
    for (const [n, { value, text }] of called.entries()) {
      if (!select.options[n] || !value) continue;
      select.options[n].value = value;
      select.options[n].textContent = text;
    }
  }
}

function focus(place) {
  const inside = place?.matches("fieldset.piece") ? place.querySelector("input:not([type=hidden]), select, textarea") : place;
  inside?.closest("details")?.setAttribute("open", "");
  inside?.focus();
}

function goOn() {
  const editing = document.getElementById("editing");
  if (editing?.dataset.focus) focus(document.getElementById(editing.dataset.focus));
  editing?.removeAttribute("data-focus");
}

document.addEventListener("change", refuse, true);
document.addEventListener("click", refuse, true);
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("#preview a[href^='#']");
  if (!link) return;
  if (link.dataset.line && area()) goTo(Number(link.dataset.line), link.dataset.column);
  else focus(document.getElementById(link.hash.slice(1)));
  event.preventDefault();
});
document.addEventListener("input", ({ target }) => {
  if (target === area()) number();
  const called = target.name?.endsWith(".name") && target.closest("fieldset.piece")?.querySelector("legend .called");
  if (called && target.value) called.textContent = target.value;
  if (target.name?.startsWith("f.steps.")) callSteps();
});

// What is not saved is asked about before the page is left. Every button of the form takes the text along.
const author = document.querySelector("form.author, form.composer");
let unsaved = author.hasAttribute("data-unsaved");
author.addEventListener("input", () => (unsaved = true));
author.addEventListener("click", ({ target }) => (unsaved ||= Boolean(target.closest("button[name=do]"))));
author.addEventListener("submit", () => (unsaved = false));
window.addEventListener("beforeunload", (event) => unsaved && event.preventDefault());

// While a row moves, comes or goes, nothing is typed into the fields that are about to be replaced.
let pressed = null;
let awaited = null;
function wait({ detail }) {
  if (detail.ctx.target?.id !== "editing") return;
  pressed = document.activeElement;
  awaited = detail.ctx;
  detail.ctx.target.inert = true;
}
function goOnWithout({ detail }) {
  const editing = document.getElementById("editing");
  if (detail.ctx !== awaited || !editing?.inert) return; // it is another one now
  editing.inert = false; // an error may have been put elsewhere
  pressed?.focus();
}

// An answer in the preview stands as it was tried: morphing leaves a field that was changed once what it had then.
const typedAt = new WeakMap();
function showTried({ detail: { ctx } }) {
  if (ctx.target?.id !== "preview") return;
  for (const field of document.querySelectorAll("#preview :is(input:not([type=hidden]), select)")) {
    if (typedAt.get(field) > ctx.sentAt) continue;
    if (field.matches("select")) field.selectedIndex = Math.max(0, [...field.options].findIndex((one) => one.defaultSelected));
    else if (field.matches("[type=radio], [type=checkbox]")) field.checked = field.defaultChecked;
    else if (field.value !== field.defaultValue) field.value = field.defaultValue;
  }
}

document.addEventListener("input", ({ target }) => typedAt.set(target, performance.now()));
document.addEventListener("htmx:before:request", (event) => {
  event.detail.ctx.sentAt = performance.now();
  wait(event);
});
document.addEventListener("htmx:finally:request", goOnWithout);
document.addEventListener("htmx:after:swap", showTried);
document.addEventListener("scroll", (event) => event.target === area() && scroll(), true);
document.addEventListener("htmx:after:swap", () => (number(), tell(), goOn()));
number();
goOn();
