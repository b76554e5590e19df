// A click into a strip opens the very cell that was hit; without JavaScript its first one opens. The server computes.
const turned = matchMedia("(max-width: 58rem)"); // as in model.css: the way goes down the page
document.addEventListener("click", (event) => {
  const strip = event.target.closest?.("svg.token-way a.strip");
  if (!strip || event.detail === 0) return; // by keyboard, the first cell
  const bed = strip.querySelector(".bed").getBoundingClientRect();
  const part = turned.matches ? (event.clientX - bed.left) / bed.width : (event.clientY - bed.top) / bed.height;
  const { at, first, n } = strip.dataset;
  const place = Number(first) + Math.min(n - 1, Math.max(0, Math.floor(part * n)));
  for (const name of ["href", "hx-get"]) {
    const address = new URL(strip.getAttribute(name), location);
    address.searchParams.set("cell", `${at}.${place}`);
    strip.setAttribute(name, address.pathname + address.search);
  }
}, true);

// What somebody opened stays open: the page from the server has it closed.
const open = new Set();
const every = () => document.querySelectorAll("#stage details[id]");
for (const one of every()) if (one.open) open.add(one.id);
document.addEventListener("click", ({ target }) => {
  const one = target.closest?.("#stage summary")?.parentElement;
  if (one) open[one.open ? "delete" : "add"](one.id);
});
document.addEventListener("htmx:after:swap", () => {
  for (const one of every()) {
    if (one.open) open.add(one.id);
    else one.open = open.has(one.id);
  }
});

// A question of the walk begins at its top, and the strip that it is about comes into sight above it.
const panel = () => document.getElementById("model-told");
let question;
const begins = () => {
  const told = panel();
  if (!told || told.dataset.question === question) return;
  ({ question } = told.dataset);
  if (!question) return;
  told.scrollTop = 0;
  const strip = document.querySelector("#stage svg .opened")?.getBoundingClientRect();
  if (strip && (strip.top < 0 || strip.bottom > told.getBoundingClientRect().top)) scrollBy(0, strip.top - innerHeight / 4);
};
document.addEventListener("htmx:after:swap", begins);
begins();
