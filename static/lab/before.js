// A page compares with the settings before the last change. While a slider is drawn, these stay where the hand began.

let held = null;

for (const begins of ["pointerdown", "keydown"]) {
  document.addEventListener(begins, (event) => {
    if (!field() || !event.target.closest("#settings form")) return;
    field().value = field().dataset.now;
    held = event.target.matches('[type="range"]') ? field().value : null;
  });
}
document.addEventListener("htmx:after:swap", () => {
  if (held !== null && field()) field().value = held;
});

function field() {
  return document.querySelector('#settings [name="before"]');
}
