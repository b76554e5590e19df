"""The sentence of an answer that comes nearest to each point of the rubric: a hint beside the model answer, no mark."""
