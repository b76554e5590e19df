/* Whether a field holds something else than it had when the server sent the page, or saved it last. */

export const isPicked = ({ type }) => type === "radio" || type === "checkbox";

/** The value that a field came with; of a choice, its options that were chosen, one a line. */
export function came(field) {
  if (field.options) return [...field.options].find((one) => one.defaultSelected)?.value ?? "";
  if (!isPicked(field)) return field.defaultValue;
  const options = [...field.form.elements].filter(({ name }) => name === field.name);
  return options.filter((one) => one.defaultChecked).map((one) => one.value).join("\n");
}

export const isChanged = (field) => (isPicked(field) ? field.checked !== field.defaultChecked : field.value !== came(field));
