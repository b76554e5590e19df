/* A toolbar of buttons is one stop of the Tab key; arrow keys go to the nearest button in their direction. */

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function asToolbar(toolbar) {
  const buttons = [...toolbar.querySelectorAll("button")];
  const stopAt = (stop) => buttons.forEach((button) => (button.tabIndex = button === stop ? 0 : -1));
  stopAt(buttons[0]);
  toolbar.addEventListener("click", (event) => stopAt(event.target.closest("button") ?? buttons[0]));
  toolbar.addEventListener("keydown", (event) => {
    const next = WAYS[event.key] && nearest(buttons, event.target, WAYS[event.key]);
    if (!next) return;
    event.preventDefault();
    stopAt(next);
    next.focus();
  });
}

function nearest(buttons, from, [across, down]) {
  const [x, y] = middle(from);
  const distance = (button) => {
    const [dx, dy] = [middle(button)[0] - x, middle(button)[1] - y];
    const ahead = dx * across + dy * down;
    return ahead > 4 ? ahead + 3 * Math.abs(dx * down + dy * across) : Infinity;
  };
  const best = buttons.reduce((a, b) => (distance(b) < distance(a) ? b : a));
  return distance(best) < Infinity ? best : null;
}

function middle(button) {
  const { left, top, width, height } = button.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}
