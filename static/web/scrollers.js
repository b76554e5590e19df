// What is wider than its line scrolls inside it; while it does, Tab reaches it, so that the arrow keys can scroll it.
// Chromium and Firefox do this by themselves, Safari does not.
const WIDE = ".formula, .result, .given, .rung, .accepted, .spot, .every ul, .picture .wide, .answer.matrix, .statement p";
const HOLDS_A_STOP = ':is(a[href], button, input, select, textarea, summary, [tabindex="0"])';

function look(line) {
  const scrolls = line.scrollWidth > line.clientWidth + 1 && ["auto", "scroll"].includes(getComputedStyle(line).overflowX);
  if (scrolls && !line.hasAttribute("tabindex") && !line.querySelector(HOLDS_A_STOP)) {
    line.tabIndex = 0;
    line.dataset.scrolls = "";
  } else if (!scrolls && "scrolls" in line.dataset) {
    line.removeAttribute("tabindex");
    delete line.dataset.scrolls;
  }
}

const sizes = new ResizeObserver((changes) => changes.forEach(({ target }) => look(target)));
const watch = () => document.querySelectorAll(WIDE).forEach((line) => sizes.observe(line));

watch();
document.addEventListener("htmx:after:swap", watch);
document.addEventListener("toggle", watch, true);
