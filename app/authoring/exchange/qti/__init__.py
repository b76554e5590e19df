"""QTI 2.1 and 3.0: written, and read. Of both, what stands here has the names of 2.1."""
