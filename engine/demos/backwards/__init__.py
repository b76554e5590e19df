"""Three models that write a word backwards, and what each keeps of the word while it writes."""
