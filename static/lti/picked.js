// What was chosen goes back to the platform by itself.
document.getElementById("picked").requestSubmit();
