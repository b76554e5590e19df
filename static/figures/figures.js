// The number beside a slider follows it, and the tip of an arrow is dragged.
const write = (slider) => {
  const output = slider.closest(".handles .slider")?.querySelector("output");
  if (output) output.firstChild.data = Number(slider.value).toLocaleString("en", { maximumFractionDigits: 10 }).replace("-", "−");
};
document.addEventListener("input", ({ target }) => write(target));
document.querySelectorAll("[type=range]").forEach((one) => one.value === one.defaultValue || write(one)); // moved before

// An amount is typed, or dragged in steps: each of its two fields follows the other.
document.addEventListener("input", ({ target }) => {
  const form = target.closest(".handles");
  if (!form) return;
  const typed = form.elements[target.dataset.amount];
  if (typed) typed.value = Math.max(target.dataset.least, target.value);
  const dragged = target.name && form.querySelector(`[data-amount="${CSS.escape(target.name)}"]`);
  if (dragged) dragged.value = target.value;
}, { capture: true });

let held; // the point that is dragged, with the figure's form

const moved = ({ clientX, clientY }) => {
  const svg = document.getElementById(held.shown).querySelector(`[data-point="${held.point}"]`)?.ownerSVGElement;
  if (!svg) return;
  const { x, y, unit } = svg.querySelector(`[data-point="${held.point}"]`).dataset;
  const at = new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM().inverse());
  for (const [axis, value] of [["x", (at.x - x) / unit], ["y", (y - at.y) / unit]]) {
    const slider = held.form.elements[`${held.point}.${axis}`];
    slider.value = value;
    slider.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }
};

document.addEventListener("pointerdown", (event) => {
  const grip = event.target.closest?.(".grip");
  if (!grip) return;
  const shown = grip.closest(".figure-shown");
  held = { point: grip.dataset.point, shown: shown.id, form: document.getElementById(shown.id.replace(/-shown$/, "-form")) };
  held.form.setPointerCapture(event.pointerId); // it stays, while the picture with the grip is swapped
  event.preventDefault();
});
document.addEventListener("touchstart", (event) => event.target.closest?.(".grip") && event.preventDefault(), { passive: false });
document.addEventListener("pointermove", (event) => held && moved(event));
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => (held = undefined));

// While one drag lasts, or one series of keys, the state before stays the state at its beginning.
let pressed = false;
let series; // of inputs: the form, the state at its beginning, the time of the last

const ended = () => {
  const field = series?.form.elements.was;
  if (field) field.value = field.dataset.shown;
  series = undefined;
};
document.addEventListener("pointerdown", () => { ended(); pressed = true; }, { capture: true });
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => (pressed = false), { capture: true });
document.addEventListener("input", ({ target }) => {
  const form = target.closest(".handles");
  const field = form?.elements.was;
  if (!field) return;
  const now = performance.now();
  if (series?.form !== form || (!pressed && now - series.at > 1000)) {
    ended();
    series = { form, was: field.dataset.shown };
  }
  series.at = now;
  field.value = series.was;
}, { capture: true });
document.addEventListener("htmx:after:swap", () => {
  const field = series?.form.elements.was;
  if (field) field.value = series.was;
});

// What was opened, a table or the state to copy, stays open while a handle moves.
let opened;
const folded = () => [...document.querySelectorAll(".figure-shown details")];
document.addEventListener("htmx:before:swap", () => (opened = folded().map(({ open }) => open)));
document.addEventListener("htmx:after:swap", () => {
  const now = folded();
  if (now.length === opened?.length) now.forEach((one, n) => (one.open = opened[n]));
});
