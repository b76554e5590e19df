// A box for text takes the focus as a whole. The browser brings but its caret into sight, and a bar lies over the rest.
document.addEventListener("focusin", ({ target }) => {
  if (target.matches("textarea")) target.scrollIntoView({ block: "nearest" });
});
