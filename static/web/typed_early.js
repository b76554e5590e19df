// What was typed into a search before htmx listened to it is searched for now. htmx begins in a timer set before this one.
setTimeout(() => {
  for (const box of document.querySelectorAll("form[role=search][hx-get] input[type=search]")) {
    if (box.value !== box.defaultValue) box.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }
});
