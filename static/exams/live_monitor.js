// The list of students is renewed every five seconds; where a row moves, some browsers take the focus from it: it comes back.

let held = "";

document.addEventListener("htmx:before:swap", () => {
  held = document.activeElement?.closest("#live") ? document.activeElement.id : "";
});
document.addEventListener("htmx:after:swap", () => {
  if (held && document.activeElement?.id !== held) document.getElementById(held)?.focus({ preventScroll: true });
});
