"""The first program inside bubblewrap: sets the limits, gives up root's rights, and runs ``inside.py``.

Its arguments are the user to become (0: none, as bubblewrap did that), and the limits, soft and hard, as
``cpu=3:4``.
"""

import os
import resource
import runpy
import sys


def main(user: int, limits: list[str]) -> None:
    for limit in limits:
        name, _, both = limit.partition("=")
        soft, hard = map(int, both.split(":"))
        resource.setrlimit(getattr(resource, f"RLIMIT_{name.upper()}"), (soft, hard))
    if user:
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
    runpy.run_path("/inside.py")


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
