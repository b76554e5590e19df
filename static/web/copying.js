// Buttons that copy the field beside them. Without a clipboard (an address without https), its text is selected.

for (const button of document.querySelectorAll("button[data-copies]")) {
  button.hidden = false;
  button.addEventListener("click", () => copy(button));
}

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
