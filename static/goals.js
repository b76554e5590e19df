// Goals that were reached in this browser stay ticked, in whatever state a demo is opened again.

document.addEventListener("htmx:after:swap", mark);
mark();

function mark() {
  for (const list of document.querySelectorAll(".goals")) {
    const place = `goals of ${list.dataset.demo}`;
    const before = new Set(JSON.parse(localStorage.getItem(place) ?? "[]"));
    for (const goal of list.querySelectorAll("[data-goal]")) {
      if (goal.dataset.reached === "yes") before.add(goal.dataset.goal);
      else if (before.has(goal.dataset.goal)) {
        goal.dataset.reached = "before";
        goal.querySelector("span").textContent = "✓";
        if (!goal.querySelector("b")) goal.append(" ", Object.assign(document.createElement("b"), { textContent: list.dataset.before }));
      }
    }
    if (before.size) localStorage.setItem(place, JSON.stringify([...before]));
  }
}
