"""The metrics of the bench, each one file: what it is given, what is predicted, what is seen and what is practised."""
