"""The SQL of the whole model."""
