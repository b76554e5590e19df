// A page compares with the settings before the last change. While a slider is drawn, these stay where the hand began.

let held = null;

document.addEventListener("pointerdown", (event) => {
  if (event.target.matches('#settings [type="range"]')) held = field()?.dataset.now ?? null;
});
for (const end of ["pointerup", "pointercancel"]) {
  document.addEventListener(end, () => setTimeout(release, 300)); // the last change has been sent by then
}
document.addEventListener("htmx:after:swap", () => {
  if (held !== null && field()) field().value = held;
});

function release() {
  held = null;
  if (field()) field().value = field().dataset.now;
}

function field() {
  return document.querySelector('#settings [name="before"]');
}
