"""Questions and cards for other systems, as files: Moodle, Anki."""
