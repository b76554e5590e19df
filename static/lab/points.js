// Charts that are touched: a point, a bar or a cell says its numbers when it is pointed at, clicked, or reached with the
// arrow keys. The numbers came with the page, as its tables have them.

const chosen = new Map(); // the mark that was clicked last, by chart: it stays when the chart is drawn anew
let read = new WeakMap();

ready();
document.addEventListener("htmx:after:swap", () => {
  read = new WeakMap();
  ready();
});
document.addEventListener("pointermove", ({ target, clientX, clientY }) => {
  const chart = of(target);
  if (chart) show(chart, nearest(chart, clientX, clientY));
});
document.addEventListener("pointerout", ({ target, relatedTarget }) => {
  const chart = of(target);
  if (chart && of(relatedTarget) !== chart) show(chart, chosen.get(name(chart)));
});
document.addEventListener("click", ({ target, clientX, clientY }) => {
  const chart = of(target);
  if (chart) choose(chart, nearest(chart, clientX, clientY));
});
document.addEventListener("keydown", (event) => {
  const chart = of(event.target);
  if (!chart || event.altKey || event.ctrlKey || event.metaKey) return;
  const next = reached(event.key, marks(chart), chosen.get(name(chart)));
  if (next === null) return;
  event.preventDefault();
  choose(chart, next);
});

function of(target) {
  return target instanceof Element ? target.closest("svg[data-touch]") : null;
}

function name(chart) {
  return chart.getAttribute("aria-labelledby");
}

// A chart is one stop of the keyboard: a slider along its marks.
function ready() {
  for (const chart of document.querySelectorAll("svg[data-touch]")) {
    const count = marks(chart).length;
    if (!count) continue;
    chart.setAttribute("tabindex", "0");
    chart.setAttribute("role", "slider");
    chart.setAttribute("aria-valuemin", "1");
    chart.setAttribute("aria-valuemax", String(count));
    if (chosen.get(name(chart)) >= count) chosen.delete(name(chart));
    choose(chart, chosen.get(name(chart)));
  }
}

// How it is done stands below the first one.
function hint(chart) {
  return document.querySelector(".point-said:not(.short)") === said(chart) ? said(chart).dataset.hint : "";
}

function choose(chart, n) {
  if (n !== undefined) chosen.set(name(chart), n);
  chart.setAttribute("aria-valuenow", String((n ?? 0) + 1));
  chart.setAttribute("aria-valuetext", n === undefined ? said(chart).dataset.hint : marks(chart)[n].says);
  show(chart, n);
}

function said(chart) {
  return chart.closest(".pair, .picture:not(.pair *)").querySelector(".point-said");
}

function show(chart, n) {
  const place = said(chart);
  const mark = n === undefined ? null : marks(chart)[n];
  chart.querySelector(".at-point")?.remove();
  const text = mark ? mark.says : hint(chart);
  if (place.textContent !== text) place.textContent = text;
  place.lang = mark ? chart.closest("[lang]").getAttribute("lang") : document.documentElement.lang;
  if (mark) chart.append(frame(mark));
}

function frame({ left, top, width, height }) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  const room = width > 8 ? 1 : 5;
  const sizes = { x: left - room, y: top - room, width: width + 2 * room, height: height + 2 * room, rx: width > 8 ? 0 : 6 };
  for (const [what, size] of Object.entries(sizes)) made.setAttribute(what, size);
  made.classList.add("at-point");
  return made;
}

function marks(chart) {
  if (!read.has(chart)) read.set(chart, [...along(chart), ...single(chart)]);
  return read.get(chart);
}

// The points of lines: texts of their x and y, in the order of their places.
function along(chart) {
  const { x, y } = chart.dataset;
  return [...chart.querySelectorAll("[data-xs]")].flatMap((line) => {
    const [xs, ys] = [line.dataset.xs.split("|"), line.dataset.ys.split("|")];
    const of = line.dataset.name ? `${line.dataset.name}: ` : "";
    return (line.dataset.at ?? line.getAttribute("points")).split(" ").map((place, n) => {
      const [left, top] = place.split(",").map(Number);
      return { left, top, width: 0, height: 0, says: `${of}${x} = ${xs[n]}, ${y} = ${ys[n]}` };
    });
  });
}

// Bars, cells, and points with a name of their own. A bar is touched anywhere in its row.
function single(chart) {
  return [...chart.querySelectorAll("[data-says]")].map((one) => {
    const { x, y, width, height } = one.getBBox();
    return { left: x, top: y, width, height, says: one.dataset.says, row: one.matches(".bar, .rung") };
  });
}

function nearest(chart, clientX, clientY) {
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(chart.getScreenCTM().inverse());
  const far = ({ left, top, width, height, row }) =>
    Math.hypot(row ? 0 : outside(x, left, width), outside(y, top, height));
  const found = marks(chart).map(far);
  return found.length ? found.indexOf(Math.min(...found)) : undefined;
}

function outside(at, from, size) {
  return Math.max(from - at, at - from - size, 0);
}

// To the left and to the right in their order; up and down to the nearest of another height.
function reached(key, all, from) {
  const last = all.length - 1;
  if (key === "Home") return 0;
  if (key === "End") return last;
  if (key === "ArrowRight") return from === undefined ? 0 : Math.min(from + 1, last);
  if (key === "ArrowLeft") return from === undefined ? 0 : Math.max(from - 1, 0);
  if (key !== "ArrowUp" && key !== "ArrowDown") return null;
  if (from === undefined) return 0;
  const here = all[from];
  const way = key === "ArrowUp" ? -1 : 1;
  const far = all.map((one) => {
    const down = way * (one.top - here.top);
    return down > 0.5 ? 4 * Math.abs(one.left - here.left) + down : Infinity;
  });
  const least = Math.min(...far);
  return least < Infinity ? far.indexOf(least) : from;
}
