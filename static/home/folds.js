/* The address says which heading was opened last, so that one comes back to it; what an address names is opened. */

let wanted = "";

function openNamed() {
  const room = document.getElementById(wanted.split("/")[0]);
  if (!room?.matches("details")) return;
  room.open = true;
  const skill = document.getElementById(wanted);
  if (!skill) return; // what is under the heading is still on its way
  skill.open = true;
  skill.scrollIntoView();
  wanted = "";
}

/* What is opened near the lower edge comes into sight. */
function bringUp(details) {
  const still = matchMedia("(prefers-reduced-motion)").matches;
  if (details.getBoundingClientRect().top > innerHeight / 2) details.scrollIntoView({ behavior: still ? "auto" : "smooth" });
}

function readAddress() {
  wanted = decodeURIComponent(location.hash.slice(1));
  openNamed();
}

document.addEventListener("toggle", ({ target, newState }) => {
  if (!target.matches?.("details.topic, .skill > details") || wanted.startsWith(`${target.id}/`)) return;
  const here = decodeURIComponent(location.hash.slice(1));
  const hash = newState === "open" ? target.id : here === target.id ? here.split("/").slice(0, -1).join("/") : here;
  if (newState === "open" && target.matches(":has(> summary:is(:hover, :focus))")) bringUp(target);
  if (hash !== here) history.replaceState(history.state, "", location.pathname + location.search + (hash && `#${hash}`));
}, true);

document.addEventListener("htmx:after:swap", ({ target }) => {
  if (wanted) openNamed();
  const room = target.closest?.("details.topic");
  if (room?.matches(":has(> summary:is(:hover, :focus))")) bringUp(room);
});
addEventListener("hashchange", readAddress);
readAddress();
