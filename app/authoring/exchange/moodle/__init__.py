"""Moodle XML: written, and read."""
