"""The web application around the engine: HTTP in, HTML out, rows of a database in between.

NumPy computes on one thread here: an exercise's matrices are small, and threads that spin while they wait burn a core.
"""

import os

__version__ = "0.2.0"  # that of the wheel, too
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
