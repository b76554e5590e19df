// The keys 1 to 9 tick the comments of the grading queue, in their order, while the focus is on what is marked: speech
// input types letters and digits, too.

const boxes = [...document.querySelectorAll('input[name="comment"]')];
const hint = document.querySelector("[data-keys]");
if (hint) hint.hidden = boxes.length === 0;
for (const [place, box] of boxes.slice(0, 9).entries()) box.closest("label").dataset.key = place + 1;

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches("input:not([type=checkbox]), select, textarea")) return;
  const box = /^[1-9]$/.test(event.key) && event.target.closest(".marking") ? boxes[Number(event.key) - 1] : undefined;
  if (!box) return;
  event.preventDefault();
  box.click();
  box.focus();
});
