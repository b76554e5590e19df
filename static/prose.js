// Beside an answer in sentences: how many words it has, and which abbreviations the exam would not take.

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

const fields = () => document.querySelectorAll("textarea[data-words]");

document.addEventListener("input", ({ target }) => target.matches("textarea[data-words]") && look(target));
document.addEventListener("htmx:after:swap", () => fields().forEach(look));
fields().forEach(look);
