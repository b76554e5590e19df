// One's own rung of the ladder: dragged along it, or set by the number that is typed. The heights come from the server.

let held = null; // the picture along which the rung is dragged

document.addEventListener("pointerdown", (event) => {
  const ladder = event.target.closest?.("#rungs svg");
  const own = event.target.closest?.(".own");
  if (!ladder || (event.pointerType === "touch" && !own)) return; // a finger beside the rung scrolls
  event.preventDefault();
  ladder.setPointerCapture(event.pointerId);
  held = ladder;
  drag(event);
});
document.addEventListener("pointermove", (event) => {
  if (held) drag(event);
});
for (const end of ["pointerup", "pointercancel"]) {
  document.addEventListener(end, () => {
    if (!held) return;
    held = null;
    say();
  });
}
document.addEventListener("input", (event) => {
  if (event.target.id !== "predicted") return;
  place();
  if (!held) say();
});
document.addEventListener("htmx:after:swap", place);
place();

function drag(event) {
  const box = held.getBoundingClientRect();
  const y = ((event.clientY - box.top) * held.viewBox.baseVal.height) / box.height;
  const field = document.getElementById("predicted");
  field.value = between(knots(held).map(([value, at]) => [at, value]), y).toFixed(2);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

function place() {
  const own = document.querySelector("#rungs .own");
  const value = typed();
  if (!own) return;
  own.classList.toggle("unset", value === null);
  own.querySelector("text").textContent = value === null ? own.dataset.unset : value.toFixed(2);
  own.setAttribute("transform", `translate(0 ${value === null ? own.dataset.start : between(knots(own.ownerSVGElement), value)})`);
}

function say() {
  const said = document.getElementById("rung-said");
  const value = typed();
  if (!said) return;
  const rungs = JSON.parse(said.dataset.rungs);
  const above = rungs.findLast(([, height]) => height > value);
  const below = rungs.find(([, height]) => height <= value);
  const words = value === null ? "" : above && below ? said.dataset.between : above ? said.dataset.below : said.dataset.above;
  said.textContent = words.replace("{above}", named(above)).replace("{below}", named(below));
}

function named(rung) {
  return rung ? `${rung[0]} (${rung[1]})` : "";
}

// The typed number; null where there is none.
function typed() {
  const text = document.getElementById("predicted")?.value.trim().replace(",", ".");
  return text && Number.isFinite(Number(text)) ? Number(text) : null;
}

function knots(ladder) {
  return JSON.parse(ladder.dataset.knots);
}

// Along pairs that rise or fall in both: the second of what is x as a first; beyond the ends, theirs.
function between(pairs, x) {
  const rises = pairs.at(-1)[0] > pairs[0][0];
  const last = pairs.findIndex(([at], n) => n > 0 && (rises ? x <= at : x >= at));
  if (last < 0) return pairs.at(-1)[1];
  const [[from, low], [to, high]] = [pairs[last - 1], pairs[last]];
  const part = Math.min(1, Math.max(0, (x - from) / (to - from)));
  return low + part * (high - low);
}
