"""``make cost``: what a student of a course takes of processors, memory and disks, and what a course of many does."""
