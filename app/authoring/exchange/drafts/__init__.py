"""Exchanged questions as drafts: texts of ours, in which what is missing stands empty."""
