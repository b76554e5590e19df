"""Pages of grading."""
