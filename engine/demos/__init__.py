"""Small models that are trained and run live, while the visitor watches; the only modules that import torch.

One idea per file. Chance comes from a generator that is handed in, everything runs on one thread of a CPU, and lengths
are numbers of steps, never seconds, so that the same seed gives the same picture.
"""
