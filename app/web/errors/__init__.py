"""Errors: pages about them in the reader's words, and the same words for programs."""
