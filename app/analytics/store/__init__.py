"""Queries on the sheets and answers of many people at once."""
