// What was typed and not checked yet survives a reload and a look at another level, in this window alone.

const sheet = () => document.getElementById("sheet");
const place = () => `draft ${location.pathname}${location.search}`;
const fields = () => [...(sheet()?.querySelectorAll("input.cell, fieldset.choice input") ?? [])];
const picked = (field) => field.type === "radio" || field.type === "checkbox";
const written = (field) => (picked(field) ? field.checked : field.value !== field.defaultValue);

function keep() {
  const typed = fields().filter(written).map((field) => [field.name, field.value]);
  if (typed.length) sessionStorage.setItem(place(), JSON.stringify(typed));
  else sessionStorage.removeItem(place());
}

function bringBack() {
  const typed = JSON.parse(sessionStorage.getItem(place()) ?? "[]");
  for (const field of fields()) {
    const texts = typed.filter(([name]) => name === field.name).map(([, text]) => text);
    if (!texts.length) continue;
    if (picked(field)) field.checked = texts.includes(field.value);
    else if (!field.value) field.value = texts[0];
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
