/* The fields of a question: read, written and locked alike, whatever kind of input they are.

   Questions stand on one page side by side, so what is the same in each (ids, names) carries the question's place; a
   field is known by data-field, "dot.0". */

const REFERS = ["for", "aria-describedby", "aria-labelledby", "aria-controls"];
let built = 0; // editors

/** Makes a question that came from the server one of this page. */
export function adopt(form) {
  const { place } = form.dataset;
  const ids = new Set();
  for (const element of form.querySelectorAll("[id]:not(svg *)")) {
    ids.add(element.id);
    element.id = `q${place}.${element.id}`;
  }
  for (const attribute of REFERS) {
    for (const element of form.querySelectorAll(`[${attribute}]`)) {
      const named = element.getAttribute(attribute).split(" ");
      element.setAttribute(attribute, named.map((id) => (ids.has(id) ? `q${place}.${id}` : id)).join(" "));
    }
  }
  for (const input of form.querySelectorAll('[name^="cell."], [name^="tick."]')) {
    input.dataset.field = input.name.slice("cell.".length);
    input.name = `q${place}.${input.name}`;
  }
  return form;
}

/** Modules that build on fields look after each swap of htmx; a question that was put in is one to them. */
export function putIn() {
  document.dispatchEvent(new CustomEvent("htmx:after:swap"));
}

export const inputs = (form, field) => [...form.querySelectorAll(field === undefined ? "[data-field]" : `[data-field="${CSS.escape(field)}"]`)];
export const fieldsOf = (form) => [...new Set(inputs(form).map((input) => input.dataset.field))];
const picked = (input) => input.type === "radio" || input.type === "checkbox";

export function read(form, field) {
  const found = inputs(form, field);
  if (!picked(found[0])) return found[0].value;
  return found.filter((input) => input.checked).map((input) => input.value).join("\n");
}

/** Puts a text into a field; true where it held another one. */
export function write(form, field, text) {
  const found = inputs(form, field);
  if (!found.length || read(form, field) === text) return false;
  const ticked = text.split("\n");
  for (const input of found) {
    if (picked(input)) input.checked = ticked.includes(input.value);
    else input.value = text;
  }
  const table = found[0].closest("table.ranked[hidden]");
  if (table) table.hidden = false; // its list is built anew from the menus
  if (found[0].matches("[data-code][hidden]")) rebuild(found[0]);
  return true;
}

/** Another text of a program: another editor, for editors are known by the name of their field. */
function rebuild(textarea) {
  textarea.parentElement.querySelector(".editor")?.remove();
  textarea.name = `${textarea.name.replace(/~\d+$/, "")}~${(built += 1)}`;
  textarea.hidden = false;
}

/** Whether somebody types in this field now; lists and editors are edited as a whole. */
export function isEdited(form, field) {
  const [input] = inputs(form, field);
  const focused = document.activeElement;
  if (!input || document.hidden || !form.contains(focused)) return false;
  if (input.hidden || input.closest("table[hidden]")) return input.closest(".answering").contains(focused);
  return focused.dataset.field === field;
}

/** How much is filled in: "answered", "partly" or "empty"; how a program begins is no answer. */
export function filled(form) {
  const states = fieldsOf(form).map((field) => {
    const text = read(form, field).trim();
    return text && text !== inputs(form, field)[0].closest("[data-starter]")?.dataset.starter.trim();
  });
  const waits = form.querySelector(".waits");
  if (!states.some(Boolean)) return "empty";
  return states.every(Boolean) && !waits ? "answered" : "partly";
}

/** Nothing can be typed any more, or again. */
export function lock(form, locked) {
  for (const input of inputs(form)) {
    if (input.matches("select") || picked(input)) input.disabled = locked;
    else input.readOnly = locked;
  }
  for (const built of form.querySelectorAll(".editor, .ranking, .sign-key")) built.inert = locked;
  for (const button of form.querySelectorAll(".moving [value=end], .flag")) button.disabled = locked;
}

/** A sentence beside a field, in the margin of its line; "" takes it away. */
export function beside(form, field, about, said) {
  const margin = inputs(form, field)[0]?.closest(".line").querySelector(".margin");
  if (!margin) return;
  const old = [...margin.children].find((one) => one.dataset.of === field && (one.dataset.about ?? "unread") === about);
  if (!said) return old?.remove();
  const note = old ?? margin.appendChild(document.createElement("p"));
  note.className = "beside-field";
  Object.assign(note.dataset, { of: field, about });
  const sign = Object.assign(document.createElement("span"), { ariaHidden: "true", textContent: about === "unread" ? "?" : "↔" });
  if (note.textContent !== `${sign.textContent} ${said}`) note.replaceChildren(sign, ` ${said}`);
}
