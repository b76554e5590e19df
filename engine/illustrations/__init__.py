"""Pictures in the statement of a question: what its file says of them, and how they are drawn from its numbers."""
