"""The pages of the whole model."""
