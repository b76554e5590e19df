/* Dates in fields. The server writes and takes UTC; here one reads and types them by one's own clock, and the label
   says so. What a form sends is UTC again, so a date that comes back refused is as it was sent. */

const given = new Map(); // field -> the date that it came with, in UTC and as it is shown

for (const label of document.querySelectorAll("label[data-yours]")) {
  const field = label.control;
  const utc = field.defaultValue; // as the server wrote it, whatever a browser filled in again
  if (utc) field.defaultValue = field.value = own(utc, field);
  given.set(field, { utc, shown: utc && field.value });
  label.textContent = label.dataset.yours;
  label.removeAttribute("data-yours");
}

function own(utc, field) {
  const moment = new Date(`${utc}Z`);
  field.valueAsNumber = moment - moment.getTimezoneOffset() * 60_000;
  return field.value;
}

// What was not touched goes back as it came: in the hour that a clock has twice, one's own time would not tell which.
document.addEventListener("formdata", ({ target, formData }) => {
  for (const [field, { utc, shown }] of given) {
    const moment = new Date(field.value);
    if (field.form !== target || Number.isNaN(moment.valueOf())) continue;
    formData.set(field.name, field.value === shown ? utc : moment.toISOString().slice(0, 16));
  }
});

for (const field of document.querySelectorAll("[data-zone]"))
  field.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
