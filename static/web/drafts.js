/* What was typed and is not stored survives a reload and a look at another level, in this window alone. On a sheet that
   saves itself it comes back only over what it was typed over: where another page has saved since, or the time is over, it
   stands beside the fields. */

const sheet = () => document.getElementById("sheet");
const place = () => `draft ${location.pathname}${location.search}`;
const aside = () => `beside ${location.pathname}${location.search}`; // until it is put back or not needed
const fields = () => [...(sheet()?.querySelectorAll("input.cell, select.cell, fieldset.choice input, textarea") ?? [])];
const picked = (field) => field.type === "radio" || field.type === "checkbox";
const savesItself = () => sheet().matches("[data-autosave]");
const refused = () => sheet().matches("[data-overtaken]");
// A text that the server sent back without a rule is not marked, so it is not stored; what saves itself has no rule yet.
const unmarked = (field) => field.value && (savesItself() ? refused() || field.matches(".unread") : !field.dataset.rule);
const isDraft = (field) =>
  field.matches("select") ? (!field.selectedOptions[0]?.defaultSelected && field.value !== "") || unmarked(field) : picked(field) ? field.checked || field.defaultChecked : field.value !== field.defaultValue || unmarked(field);
const stored = (where) => JSON.parse(sessionStorage.getItem(where) ?? "[]");

/** What the server had of a field when it sent the page, or saved it last; of a choice, the options that were chosen. */
function came(field) {
  if (field.matches("select")) return [...field.options].find((one) => one.defaultSelected)?.value ?? "";
  if (!picked(field)) return field.defaultValue;
  return options(field).filter((one) => one.defaultChecked).map((one) => one.value).join("\n");
}

const options = ({ name }) => fields().filter((one) => one.name === name);

function keep() {
  const drafts = fields().filter(isDraft).map((field) => {
    const { name, value, checked } = field;
    return { name, value, checked, over: !refused() && unmarked(field) && value === came(field) ? null : came(field) };
  });
  put(place(), drafts);
}

function put(where, drafts) {
  if (drafts.length) sessionStorage.setItem(where, JSON.stringify(drafts));
  else sessionStorage.removeItem(where);
}

const forget = () => put(place(), []);

/** True if the server has something that was neither there when this was typed, nor is it. */
function isOvertaken(field, draft, drafts) {
  const typed = picked(field) ? drafts.filter((one) => one.name === draft.name && one.checked).map((one) => one.value).join("\n") : draft.value;
  if (sheet().matches("[data-over]")) return typed !== came(field);
  return savesItself() && draft.over !== null && ![draft.over, typed].includes(came(field));
}

function write(field, { value, checked }) {
  if (!picked(field)) field.value = value;
  else if (field.value === value) field.checked = checked;
  field.closest("details")?.setAttribute("open", "");
}

function bringBack() {
  const drafts = stored(place());
  const overtaken = new Set();
  for (const draft of drafts) {
    for (const field of options(draft)) {
      if (isOvertaken(field, draft, drafts)) overtaken.add(draft.name);
      else if (!sheet().matches("[data-over]")) write(field, draft);
    }
  }
  const older = stored(aside()).filter(({ name }) => !overtaken.has(name) && options({ name }).length);
  const beside = [...older, ...drafts.filter(({ name }) => overtaken.has(name))];
  if (!beside.length) return;
  put(aside(), beside);
  put(place(), drafts.filter(({ name }) => !overtaken.has(name)));
  showBeside(new Map([...new Set(beside.map(({ name }) => name))].map((name) => [name, beside.filter((one) => one.name === name)])));
}

/** Shows what was typed, to be copied or put back. */
function showBeside(overtaken) {
  const template = document.getElementById("overtaken");
  if (!template) return;
  const box = template.content.firstElementChild.cloneNode(true);
  for (const [name, drafts] of overtaken) {
    const [field] = options({ name });
    const chosen = picked(field) ? options(field).filter((one) => drafts.some((draft) => draft.checked && draft.value === one.value)) : [];
    const line = document.createElement("li");
    const text = document.createElement("span");
    text.className = "own-words";
    text.textContent = picked(field) ? chosen.map((one) => one.closest("label")?.textContent.trim()).join("; ") : drafts[0].value;
    line.append(`${field.closest("section.line")?.querySelector("h2")?.firstChild?.textContent.trim() ?? ""}: `, text);
    box.querySelector("ul").append(line);
  }
  const drop = () => {
    put(aside(), []);
    box.remove();
  };
  box.querySelector("[data-do=drop]").addEventListener("click", drop);
  box.querySelector("[data-do=take]")?.addEventListener("click", () => {
    drop();
    for (const [name, drafts] of overtaken) {
      for (const field of options({ name })) {
        if (picked(field)) field.checked = drafts.some((draft) => draft.checked && draft.value === field.value);
        else field.value = drafts[0].value;
        field.dispatchEvent(new Event("input", { bubbles: true }));
      }
    }
  });
  template.after(box);
}

document.addEventListener("input", (event) => {
  if (sheet()?.contains(event.target)) keep();
});
document.addEventListener("sheet:saved", keep); // by ../practice/autosave.js
// An answer may bring another address; what it leaves unstored, or all where none came, is kept under the one of then.
document.addEventListener("htmx:before:swap", forget);
document.addEventListener("htmx:finally:request", ({ detail }) => detail.ctx.hx?.redirect ? forget() : keep());
document.addEventListener("submit", (event) => event.target !== sheet() || event.defaultPrevented || forget());
bringBack();
