// What was typed and not checked yet survives a reload and a look at another level, in this window alone.

const sheet = () => document.getElementById("sheet");
const place = () => `draft ${location.pathname}${location.search}`;
const fields = () => [...(sheet()?.querySelectorAll("input.cell, fieldset.choice input") ?? [])];
const written = (field) => (field.type === "radio" ? field.checked : field.value !== field.defaultValue);

function keep() {
  const typed = fields().filter(written).map((field) => [field.name, field.value]);
  if (typed.length) sessionStorage.setItem(place(), JSON.stringify(typed));
  else sessionStorage.removeItem(place());
}

function bringBack() {
  const typed = new Map(JSON.parse(sessionStorage.getItem(place()) ?? "[]"));
  for (const field of fields()) {
    if (!typed.has(field.name)) continue;
    if (field.type === "radio") field.checked = field.value === typed.get(field.name);
    else if (!field.value) field.value = typed.get(field.name);
  }
}

document.addEventListener("input", (event) => {
  if (sheet()?.contains(event.target)) keep();
});
// A sheet that was checked is stored by the server: what it shows is no draft any more.
document.addEventListener("htmx:before:request", () => sessionStorage.removeItem(place()));
document.addEventListener("submit", () => sessionStorage.removeItem(place()));
document.addEventListener("htmx:error", keep);
bringBack();
