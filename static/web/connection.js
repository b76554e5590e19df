// Says so when no answer comes, and takes it back when one does.

const alert = document.getElementById("alert");

document.addEventListener("htmx:error", () => {
  alert.replaceChildren(document.getElementById("offline").content.cloneNode(true));
});
document.addEventListener("htmx:before:request", () => alert.replaceChildren());
