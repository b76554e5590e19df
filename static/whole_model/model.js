// A click into a strip opens the very cell that was hit; without JavaScript its first one opens. The server computes.
document.addEventListener("click", (event) => {
  const strip = event.target.closest?.("svg.stage a.strip");
  if (!strip || event.detail === 0) return; // by keyboard, the first cell
  const bed = strip.querySelector(".bed").getBoundingClientRect();
  const down = strip.closest("svg").classList.contains("down");
  const part = down ? (event.clientX - bed.left) / bed.width : (event.clientY - bed.top) / bed.height;
  const count = Math.round((down ? bed.width / bed.height : bed.height / bed.width) * (13 / 4));
  const place = Math.min(count - 1, Math.max(0, Math.floor(part * count)));
  for (const name of ["href", "hx-get"]) {
    const address = new URL(strip.getAttribute(name), location);
    address.searchParams.set("cell", `${strip.dataset.station}.${strip.dataset.token}.${place}`);
    strip.setAttribute(name, address.pathname + address.search);
  }
}, true);

// What somebody opened stays open, even where the last of its switches is unset: the page from the server has it closed then.
const switches = () => document.querySelector(".switches");
let open = switches()?.open;
document.addEventListener("click", ({ target }) => {
  if (target.closest?.(".switches > summary")) open = !switches().open;
});
document.addEventListener("htmx:after:swap", () => {
  const now = switches();
  if (now) now.open = open = open || now.open;
});
