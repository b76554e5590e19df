"""An assignment: as one person has it, as those who teach the course edit it, and begun question by question."""
