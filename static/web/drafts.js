// What was typed and is not stored survives a reload and a look at another level, in this window alone.

const sheet = () => document.getElementById("sheet");
const place = () => `draft ${location.pathname}${location.search}`;
const fields = () => [...(sheet()?.querySelectorAll("input.cell, select.cell, fieldset.choice input, textarea") ?? [])];
const picked = (field) => field.type === "radio" || field.type === "checkbox";
// A text that the server sent back without a rule is not marked, so it is not stored.
const unmarked = (field) => field.value && !field.dataset.rule;
const isDraft = (field) =>
  field.matches("select") ? !field.selectedOptions[0]?.defaultSelected && field.value !== "" : picked(field) ? field.checked || field.defaultChecked : field.value !== field.defaultValue || unmarked(field);

function keep() {
  const drafts = fields().filter(isDraft).map(({ name, value, checked }) => ({ name, value, checked }));
  if (drafts.length) sessionStorage.setItem(place(), JSON.stringify(drafts));
  else forget();
}

function forget() {
  sessionStorage.removeItem(place());
}

function bringBack() {
  for (const { name, value, checked } of JSON.parse(sessionStorage.getItem(place()) ?? "[]")) {
    for (const field of fields().filter((field) => field.name === name)) {
      if (!picked(field)) field.value = value;
      else if (field.value === value) field.checked = checked;
      field.closest("details")?.setAttribute("open", "");
    }
  }
}

document.addEventListener("input", (event) => {
  if (sheet()?.contains(event.target)) keep();
});
// An answer may bring another address; what it leaves unstored, or all where none came, is kept under the one of then.
document.addEventListener("htmx:before:swap", forget);
document.addEventListener("htmx:finally:request", ({ detail }) => detail.ctx.hx?.redirect ? forget() : keep());
document.addEventListener("submit", (event) => event.target !== sheet() || event.defaultPrevented || forget());
bringBack();
