// Keys on cards: space turns one, arrows go on and back in a pack, 1 to 3 say how well it was known, u takes the last answer
// back. Those that speech input types, too, are heard while the focus is on the card, as it is when the page opens.

const pressed = {
  " ": "summary", ArrowRight: '[rel="next"]', ArrowLeft: '[rel="prev"]',
  u: '[data-undo]', 1: '[open] [name="grade"][value="1"]', 2: '[open] [name="grade"][value="2"]', 3: '[open] [name="grade"][value="3"]',
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches("input, select, textarea, summary, button")) return;
  if (/^[u1-3]$/.test(event.key) && !event.target.closest("#card")) return;
  const target = pressed[event.key] && document.getElementById("card")?.querySelector(pressed[event.key]);
  if (!target) return;
  event.preventDefault();
  target.click();
});
