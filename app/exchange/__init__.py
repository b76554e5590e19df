"""Questions for other systems: Moodle."""
