"""Similar answers to a question of an assignment or exam: which pairs share most, and where, shown and never judged."""
