// Keys on a pack of cards: space turns, arrows go on and back.

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches("input, select, textarea, summary, button")) return;
  const card = document.getElementById("card");
  const pressed = { " ": "summary", ArrowRight: '[rel="next"]', ArrowLeft: '[rel="prev"]' }[event.key];
  const target = pressed && card?.querySelector(pressed);
  if (!target) return;
  event.preventDefault();
  target.click();
});
