/* Things to put in order: a list whose items are dragged, or moved by their two buttons. It writes into the menus that
   stand there without JavaScript, which are what the form sends. Where there are fewer menus than things, the last ones
   of the list are left out. */

const announced = document.createElement("p");
announced.className = "unseen";
announced.setAttribute("aria-live", "polite");
document.body.append(announced);

document.addEventListener("htmx:after:swap", build);
document.addEventListener("sheet:filled", () => { // by ../web/drafts.js
  for (const table of document.querySelectorAll("table.ranked")) table.hidden = false;
  build();
});
build();

function build() {
  for (const table of document.querySelectorAll("table.ranked:not([hidden])")) {
    const menus = [...table.querySelectorAll("select")];
    const offered = [...menus[0].options].map((option) => option.value).filter(Boolean);
    const chosen = menus.map((menu) => menu.value).filter(Boolean);
    const list = document.createElement("ol");
    list.className = "ranking";
    const written = table.parentElement.querySelector(".partners"); // with formulas
    const nodes = (text) => (written ? [...written.children[offered.indexOf(text)].cloneNode(true).childNodes] : [text]);
    list.append(...[...chosen, ...offered.filter((text) => !chosen.includes(text))].map((text) => item(text, nodes(text), table.dataset.leftOut)));
    table.hidden = true;
    if (written) written.hidden = true;
    table.parentElement.querySelector(".ranking")?.remove();
    table.before(list);
    sort(list, menus);
    const marks = [...table.querySelectorAll("tr")].map((row) => row.querySelector(".cell-mark"));
    for (const [place, row] of [...list.children].entries()) if (marks[place]) row.append(marks[place].cloneNode(true));
    const wide = [...list.querySelectorAll(".words")].filter((words) => words.scrollWidth > words.clientWidth);
    for (const words of wide) words.parentElement.classList.add("long");
    for (const words of wide) if (words.scrollWidth > words.clientWidth) words.tabIndex = 0; // by keyboard, too
    if (chosen.length) write(list, menus); // untouched, it is not an answer yet
    listen(list, menus);
  }
}

function item(text, nodes, out) {
  const row = document.createElement("li");
  row.dataset.text = text;
  if (out) row.dataset.out = out;
  const words = Object.assign(document.createElement("span"), { className: "words" });
  words.append(...nodes);
  row.append(Object.assign(document.createElement("span"), { className: "handle", textContent: "⠿", ariaHidden: "true" }), words);
  for (const [sign, name] of [["↑", "Move up"], ["↓", "Move down"]]) {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: sign, ariaLabel: `${name}: ${words.textContent}` });
    button.dataset.by = sign === "↑" ? "-1" : "1";
    row.append(button);
  }
  return row;
}

function sort(list, menus) {
  for (const [place, row] of [...list.children].entries()) row.classList.toggle("left-out", place >= menus.length);
}

function write(list, menus, changed = false) {
  sort(list, menus);
  for (const [place, row] of [...list.children].slice(0, menus.length).entries()) {
    const menu = menus[place];
    const other = menu.value !== row.dataset.text;
    menu.value = row.dataset.text;
    if (changed && other) menu.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

function move(list, row, to) {
  const rows = [...list.children];
  const from = rows.indexOf(row);
  if (to === from || to < 0 || to >= rows.length) return false;
  list.insertBefore(row, to > from ? rows[to].nextSibling : rows[to]);
  for (const mark of list.querySelectorAll(".cell-mark")) mark.remove(); // they belonged to the places of before
  announced.textContent = `${row.querySelector(".words").textContent}: now place ${to + 1} of ${rows.length}`;
  return true;
}

function listen(list, menus) {
  const placeOf = (row) => [...list.children].indexOf(row);
  list.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    const row = target.closest("li");
    if (!button || !move(list, row, placeOf(row) + Number(button.dataset.by))) return;
    write(list, menus, true);
    button.focus();
    if (document.activeElement !== button) row.querySelector(`button:not([data-by="${button.dataset.by}"])`).focus(); // at an end
  });
  list.addEventListener("pointerdown", (event) => {
    const row = event.target.closest("li");
    // With a finger only the handle drags: elsewhere the page scrolls.
    if (!row || event.target.closest("button") || (event.pointerType !== "mouse" && !event.target.closest(".handle"))) return;
    event.preventDefault();
    row.classList.add("held");
    const drag = ({ clientY }) => {
      const to = [...list.children].findIndex((one) => clientY < one.getBoundingClientRect().bottom);
      move(list, row, to < 0 ? list.children.length - 1 : to);
    };
    const drop = () => {
      removeEventListener("pointermove", drag);
      row.classList.remove("held");
      write(list, menus, true);
    };
    addEventListener("pointermove", drag);
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, drop, { once: true });
  });
}
