"""Queries on what the workers of all servers count together for rate limits."""
