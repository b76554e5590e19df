// What the ticked lines of one's own paper come to, as it will be kept: per part, less what its hints cost.

const boxes = [...document.querySelectorAll('.own input[name="line"]')];
const shown = document.querySelector("output.ticked");

function count() {
  const parts = new Map();
  for (const { checked, dataset } of boxes) {
    const { sum } = parts.get(dataset.part) ?? { sum: 0 };
    parts.set(dataset.part, { sum: sum + checked * Number(dataset.points), cost: Number(dataset.cost) });
  }
  const points = [...parts.values()].reduce((all, { sum, cost }) => all + Math.max(0, sum - cost), 0);
  const ticked = boxes.filter((box) => box.checked).length;
  shown.textContent = `${ticked} of ${boxes.length} ticked, ${Number(points.toFixed(2))} ${points === 1 ? "point" : "points"}`;
  shown.hidden = false;
}

if (shown) {
  document.addEventListener("change", count);
  addEventListener("pageshow", count);
}
