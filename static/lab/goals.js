// Goals that were reached in this browser stay ticked, in whatever state a demo is opened again, and are counted on the
// list of the lab.

document.addEventListener("htmx:after:swap", mark);
mark();
for (const place of document.querySelectorAll("[data-goals]")) {
  const count = reached(place.dataset.goals).size;
  if (count) place.textContent = place.dataset.said.replace("{n}", count);
}

function reached(demo) {
  return new Set(JSON.parse(localStorage.getItem(`goals of ${demo}`) ?? "[]"));
}

function mark() {
  for (const list of document.querySelectorAll(".goals")) {
    const before = reached(list.dataset.demo);
    for (const goal of list.querySelectorAll("[data-goal]")) {
      if (goal.dataset.reached === "yes") before.add(goal.dataset.goal);
      else if (before.has(goal.dataset.goal)) {
        goal.dataset.reached = "before";
        goal.querySelector("span").textContent = "✓";
        if (!goal.querySelector("b")) goal.append(" ", Object.assign(document.createElement("b"), { textContent: list.dataset.before }));
      }
    }
    if (before.size) localStorage.setItem(`goals of ${list.dataset.demo}`, JSON.stringify([...before]));
  }
}
