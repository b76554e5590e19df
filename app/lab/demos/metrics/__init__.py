"""The metrics of the bench, each in one file: its input, the number to predict, its pictures and its exercise."""
