// A click into a folded strip opens the very cell that was hit; without JavaScript its first one opens. The server computes.
const ROWS = 64;
document.addEventListener("click", (event) => {
  const strip = event.target.closest?.("svg.open-cells a.strip");
  if (!strip || event.detail === 0) return; // by keyboard, the first cell
  const bed = strip.querySelector(".bed").getBoundingClientRect();
  const columns = Number(strip.dataset.columns);
  const [x, y] = [(event.clientX - bed.left) / bed.width, (event.clientY - bed.top) / bed.height];
  const [along, across] = strip.closest("svg").classList.contains("down") ? [y, x] : [x, y];
  const held = (share, count) => Math.min(count - 1, Math.max(0, Math.floor(share * count)));
  const place = held(along, columns) * ROWS + held(across, ROWS);
  for (const name of ["href", "hx-get"]) {
    const address = new URL(strip.getAttribute(name), location);
    address.searchParams.set("cell", `${strip.dataset.station}.${strip.dataset.token}.${place}`);
    strip.setAttribute(name, address.pathname + address.search);
  }
}, true);
