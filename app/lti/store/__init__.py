"""Queries on platforms, our keys, launches, contexts, and the marks that platforms have."""
