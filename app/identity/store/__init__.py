"""Queries on people, their sessions and tokens."""
