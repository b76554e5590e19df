// Buttons that copy the field beside them. Without a clipboard (an address without https), its text is selected.

const offer = () => document.querySelectorAll("button[data-copies]").forEach((button) => (button.hidden = false));
offer();
document.addEventListener("htmx:after:swap", offer);
document.addEventListener("click", ({ target }) => {
  const button = target.closest?.("button[data-copies]");
  if (button) copy(button);
});

async function copy(button) {
  const field = document.getElementById(button.dataset.copies);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    return;
  }
  if (button.hasAttribute("role")) return;
  const label = [...button.childNodes];
  button.replaceChildren(button.dataset.copied);
  button.setAttribute("role", "status");
  setTimeout(() => {
    button.replaceChildren(...label);
    button.removeAttribute("role");
  }, 2000);
}
