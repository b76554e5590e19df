"""SQL of grading."""
