// The curve that one expects, drawn before a model learns: its heights go with the form, and where it ends is the number.

const COLUMNS = 33; // as in app/lab/demos/chart.py
let stroke = null; // the pad, its heights until now, and the column that the pen was in

document.addEventListener("pointerdown", (event) => {
  const pad = event.target.closest?.("#sketch svg");
  if (!pad) return;
  event.preventDefault();
  pad.setPointerCapture(event.pointerId);
  const kept = pad.parentElement.querySelector("input");
  stroke = { pad, kept, heights: kept.value ? JSON.parse(kept.value) : Array(COLUMNS).fill(null), at: null };
  draw(event);
});
document.addEventListener("pointermove", (event) => {
  if (stroke) draw(event);
});
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, lift);
document.addEventListener("input", (event) => {
  if (event.target.id === "predicted") wipe(event.target);
});

function lift() {
  if (!stroke) return;
  const { pad, heights } = stroke;
  const last = heights.findLastIndex((height) => height !== null);
  if (last >= COLUMNS - 4 && last < COLUMNS - 1) {
    heights.fill(heights[last], last); // it was meant to end at the edge
    show();
  }
  const said = pad.parentElement.querySelector("[data-short]");
  said.textContent = heights[COLUMNS - 1] === null ? said.dataset.short : "";
  stroke = null;
}

// Another number was typed: the curve that ends elsewhere is not meant any more.
function wipe(field) {
  const pad = document.querySelector("#sketch svg");
  const kept = pad?.parentElement.querySelector("input");
  if (!kept?.value) return;
  const end = JSON.parse(kept.value).at(-1);
  if (end !== null && Math.abs(Number(field.value.replace(",", ".")) - end) < 0.01) return;
  kept.value = "";
  pad.querySelector("polyline").setAttribute("points", "");
}

function draw(event) {
  const { pad, heights } = stroke;
  const box = pad.getBoundingClientRect();
  const { left, right, top, bottom, low, high } = measures(pad);
  const share = (value, first, last) => Math.min(1, Math.max(0, (value - first) / (last - first)));
  const x = ((event.clientX - box.left) * pad.viewBox.baseVal.width) / box.width;
  const y = ((event.clientY - box.top) * pad.viewBox.baseVal.height) / box.height;
  const column = Math.round(share(x, left, right) * (COLUMNS - 1));
  const height = low + share(y, bottom, top) * (high - low);
  const from = stroke.at ?? { column, height };
  for (let n = Math.min(from.column, column); n <= Math.max(from.column, column); n++) {
    const part = column === from.column ? 1 : (n - from.column) / (column - from.column);
    heights[n] = Number((from.height + part * (height - from.height)).toFixed(3));
  }
  stroke.at = { column, height };
  show();
}

function show() {
  const { pad, kept, heights } = stroke;
  const { left, right, top, bottom, low, high } = measures(pad);
  kept.value = JSON.stringify(heights);
  const place = (value, n) => `${left + (n / (COLUMNS - 1)) * (right - left)},${bottom + ((value - low) / (high - low)) * (top - bottom)}`;
  const points = heights.map((value, n) => (value === null ? "" : place(value, n)));
  pad.querySelector("polyline").setAttribute("points", points.filter(Boolean).join(" "));
  if (heights[COLUMNS - 1] === null) return;
  const field = pad.closest("form").elements.predicted;
  field.value = heights[COLUMNS - 1].toFixed(2);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

function measures(pad) {
  return Object.fromEntries(Object.entries(pad.dataset).map(([name, value]) => [name, Number(value)]));
}
