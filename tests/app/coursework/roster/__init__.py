"""Tests of the roster: lists as people have them, and what they change in a course."""
