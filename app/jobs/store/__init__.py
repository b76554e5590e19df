"""Queries on jobs and on the points that they measure."""
