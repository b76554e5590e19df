"""Second roads to every key: one `answers(parameters)` per family, sharing no code with the engine."""
