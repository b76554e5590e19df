// What was typed or chosen in a form before htmx listened to it is told to it now. htmx begins in a timer set before this one.
// What has no name is not sent: a slider beside its number.
const changed = (field) =>
  field.matches("select") ? field.selectedIndex !== Math.max(0, [...field.options].findIndex((option) => option.defaultSelected))
  : field.matches("[type=checkbox], [type=radio]") ? field.checked !== field.defaultChecked
  : field.matches("input[name]:not([type=hidden]), textarea") && field.value !== field.defaultValue;

setTimeout(() => {
  for (const form of document.querySelectorAll("form[hx-get][hx-trigger]")) {
    const early = [...form.elements].find(changed);
    for (const type of early ? ["input", "change"] : []) early.dispatchEvent(new Event(type, { bubbles: true }));
  }
});
