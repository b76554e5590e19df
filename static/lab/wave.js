// The gradient's wave, played from the loss back: cell after cell gets its shade. The numbers came with the page.

const LONG = 5000; // milliseconds for the whole row
const SLOWEST = 500; // and at most for a cell

document.addEventListener("click", (event) => {
  const play = event.target.closest("#wave-play");
  if (play) run(play);
});

async function run(play) {
  const wave = document.getElementById("wave");
  const cells = [...wave.querySelectorAll("[data-nth]")];
  const said = document.getElementById("wave-said");
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  play.disabled = true;
  said.setAttribute("aria-live", "off"); // only the last sentence is read out
  for (const cell of cells) cell.classList.add("later");
  for (const cell of cells) {
    cell.classList.remove("later");
    show(cell, said);
    if (!still) await new Promise((go) => setTimeout(go, Math.min(SLOWEST, LONG / cells.length)));
    if (!play.isConnected || !play.disabled) return; // another state has come meanwhile
  }
  play.disabled = false;
  said.removeAttribute("aria-live");
  document.querySelector("#wave-end a").click(); // the address says the same
}

function show(cell, said) {
  const front = document.getElementById("wave-front");
  const norm = document.getElementById("wave-norm");
  const [x, width] = ["x", "width"].map((name) => cell[name].baseVal.value);
  front.setAttribute("x", x);
  norm.setAttribute("x", Math.min(400, Math.max(40, x + width / 2)));
  norm.textContent = cell.dataset.text;
  said.textContent = cell.dataset.said;
}
