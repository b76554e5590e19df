/* A term of the glossary opens in place, below its word; without JavaScript, or with a new window wanted, it is a link. */

const box = Object.assign(document.createElement("div"), { className: "open-term", popover: "auto" });
document.body.append(box);

document.addEventListener("click", async (event) => {
  const word = event.target.closest?.("a.term");
  if (!word || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  const answer = await fetch(word.href, { headers: { "HX-Request": "true", "HX-Request-Type": "partial" } });
  if (!answer.ok) return location.assign(word.href);
  box.innerHTML = await answer.text();
  box.showPopover();
  const { left, bottom, top } = word.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const below = bottom + 6 + height <= innerHeight || top < height + 12;
  box.style.left = `${scrollX + Math.max(16, Math.min(left, innerWidth - width - 16))}px`;
  box.style.top = `${scrollY + (below ? bottom + 6 : top - height - 6)}px`;
  box.querySelector("a")?.setAttribute("tabindex", "0");
});
