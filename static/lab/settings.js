// Settings that were changed but not set yet: before anything is run, the page asks about them. A slider sets its number.

let changed = false;
let hand = null; // the slider that was drawn last and its value, until the page has come to it
let pressed = null; // what was predicted when Run was pressed too early, until something else is typed

followed();
document.addEventListener("input", (event) => {
  pressed = null;
  if (event.target.closest("#settings form")) changed = true;
  const number = document.getElementById(event.target.dataset.of);
  hand = number && { of: number.id, value: event.target.value };
  if (number) {
    number.value = meant(event.target);
    number.dispatchEvent(new Event("change", { bubbles: true }));
  } else followed();
});
document.addEventListener("submit", (event) => {
  if (!changed || !event.target.matches("form.answering")) return;
  event.preventDefault();
  pressed = event.target.elements.predicted.value;
  document.querySelector("#settings form").requestSubmit();
});
document.addEventListener("htmx:after:swap", () => {
  changed = false;
  overtaken();
  followed();
  const field = document.getElementById("predicted");
  if (pressed === null || !field) return;
  const said = document.getElementById("asked-anew");
  field.value = pressed;
  said.textContent = said.dataset.said;
  field.focus();
});

// A page that comes while the hand is further on must not take the slider back.
function overtaken() {
  const number = hand && document.getElementById(hand.of);
  if (number && Number(number.value) !== Number(hand.value)) number.value = hand.value;
  else hand = null;
}

function followed() {
  for (const slider of document.querySelectorAll("[data-of]")) {
    const { value } = document.getElementById(slider.dataset.of);
    const notches = slider.dataset.notches?.split(" ");
    slider.value = notches ? notches.indexOf(value) : "log" in slider.dataset ? Math.log10(Number(value.replace(",", "."))) : value;
  }
}

// The number that a slider stands for: itself, one of its notches, or a power of ten with two digits.
function meant(slider) {
  if (slider.dataset.notches) return slider.dataset.notches.split(" ")[slider.value];
  return "log" in slider.dataset ? String(Number((10 ** slider.value).toPrecision(2))) : slider.value;
}
