"""Practice sets: some exercises with their numbers, drawn when it begins, worked through one after the other."""
