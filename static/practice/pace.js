// The minutes that a strict sheet has been open, beside those that the exam gives for its points.

let drawn = performance.now();

function show() {
  for (const time of document.querySelectorAll("[data-spent]")) {
    const seconds = Number(time.dataset.spent) + (performance.now() - drawn) / 1000;
    time.textContent = time.dataset.says.replace("{spent}", Math.floor(seconds / 60));
  }
}

document.addEventListener("htmx:after:swap", () => {
  drawn = performance.now();
  show();
});
setInterval(show, 5000);
