"""Queries on drafts and on published versions of questions."""
