"""Figures on the pipeline and the context window."""
