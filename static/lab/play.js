// Steps that follow one another by themselves: Play follows the link before it until the last step. The button is
// shown with scripts only, and not to those who ask for less motion.

const EVERY = 1100; // ms
const still = matchMedia("(prefers-reduced-motion: reduce)");
let timer = 0;

show();
still.addEventListener("change", stop);
document.addEventListener("htmx:after:swap", () => (document.querySelector("#play[data-last=yes]") ? stop() : show()));
document.addEventListener("click", (event) => {
  if (event.target.closest("#play")) timer ? stop() : begin();
  else if (event.isTrusted) stop();
});
document.addEventListener("input", stop);

function begin() {
  timer = setInterval(step, EVERY);
  step();
  show();
}

function stop() {
  clearInterval(timer);
  timer = 0;
  show();
}

function step() {
  document.getElementById("play")?.previousElementSibling.click();
}

function show() {
  const button = document.getElementById("play");
  if (!button) return clearInterval(timer);
  button.hidden = still.matches;
  button.textContent = timer ? button.dataset.pause : button.dataset.play;
}
