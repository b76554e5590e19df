// Nothing jumps: what was touched stays at its height in the window when the page around it changes.

let touched = null;
let heights = []; // of what was touched and of what it is in, while another page comes

for (const how of ["pointerdown", "keydown", "input"]) {
  document.addEventListener(how, ({ target }) => {
    touched = target.closest("#demo :is(a, button, input, select, textarea)") ?? touched;
  });
}
document.addEventListener("htmx:before:swap", () => {
  heights = [];
  for (let place = touched; place && place.id !== "demo"; place = place.parentElement) {
    if (place === touched || place.id) heights.push([place, named(place), place.getBoundingClientRect().top]);
  }
});
document.addEventListener("htmx:after:swap", () => {
  const [place, , height] = heights.find(([one, name]) => one.isConnected && named(one) === name) ?? [];
  heights = [];
  if (!place) return;
  const off = () => Math.trunc(place.getBoundingClientRect().top - height);
  if (off()) scrollBy({ top: off(), behavior: "instant" });
  if (off() < 1) return;
  const demo = document.getElementById("demo"); // the page has become too short to be scrolled that far
  demo.style.minHeight = `${demo.offsetHeight + off()}px`;
  scrollBy({ top: off(), behavior: "instant" });
});

// A page may make one element into another: what is called otherwise is not what was touched.
function named(place) {
  return place.id || place.dataset.of || place.textContent;
}
