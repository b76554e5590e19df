// Beside an answer in sentences: how many words it has, how little room is left, and which abbreviations the exam would
// not take.

const LITTLE = 300; // letters

let longForms = null;

async function abbreviations() {
  longForms ??= fetch("/glossary/abbreviations").then((answer) => answer.ok ? answer.json() : {});
  return longForms;
}

async function look(field) {
  const line = field.closest(".answering");
  if (!line?.querySelector(".written")) return;  // on paper, nobody counts
  const words = field.value.match(/[\p{L}\p{N}][\p{L}\p{N}'’.-]*/gu) ?? [];
  line.querySelector(".written").textContent = words.length ? `${words.length} ${words.length === 1 ? "word" : "words"} so far` : "";
  tellRoom(field, line.querySelector(".room"));
  const list = line.querySelector(".short");
  if (!list) return;  // in an exam, nobody is told
  const known = await abbreviations();
  const stands = (short) => new RegExp(`(?<![\\p{L}\\p{N}-])${RegExp.escape?.(short) ?? short}s?(?![\\p{L}\\p{N}])`, "u").test(field.value);
  const found = Object.keys(known).filter(stands);
  const used = found.filter((short) => !found.some((longer) => longer !== short && longer.startsWith(short)));
  const said = used.map((word) => `${word}: write “${known[word]}”`);
  if ([...list.children].map((item) => item.textContent).join() === said.join()) return;
  list.replaceChildren(...said.map((text) => Object.assign(document.createElement("li"), { textContent: text })));
}

/** What is left of its room; and, until something is taken out again, that a paste did not fit. */
function tellRoom(field, room) {
  const left = field.maxLength - field.value.length;
  if (left > 0) delete field.dataset.cut;
  const { left: words, cut } = room.dataset;
  const said = "cut" in field.dataset ? cut.replace("{most}", field.maxLength) : left < LITTLE ? words.replace("{number}", left) : "";
  if (room.textContent !== said) room.textContent = said;
}

function pasted(field, text) {
  const room = field.maxLength - field.value.length + field.selectionEnd - field.selectionStart;
  if (text.replaceAll("\r\n", "\n").length > room) field.dataset.cut = "";
}

const fields = () => document.querySelectorAll("textarea[data-words]");

document.addEventListener("paste", ({ target, clipboardData }) => target.matches("textarea[data-words]") && pasted(target, clipboardData.getData("text")));
document.addEventListener("input", ({ target }) => target.matches("textarea[data-words]") && look(target));
document.addEventListener("sheet:filled", () => fields().forEach(look));
document.addEventListener("htmx:after:swap", () => fields().forEach(look));
fields().forEach(look);
