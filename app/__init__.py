"""HTTP in, HTML out, rows in between.

NumPy computes on one thread here: an exercise's matrices are small, and threads that wait for each other burn a core.
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
