"""The application as the server makes it."""

import subprocess
import sys

from tests.app.server import surroundings

CODE = """
import gc, sys
from app.served import TURN, served
before = sum(one["collections"] for one in gc.get_stats())
app = served()
collections = sum(one["collections"] for one in gc.get_stats()) - before
print(app.title, collections, gc.get_freeze_count() > 100_000, gc.isenabled(), sys.getswitchinterval() == TURN)
"""


def test_no_garbage_is_collected_before_it_is_made_and_what_it_loaded_is_frozen(database_url: str) -> None:
    environment = surroundings({"EXAMFORMER_DATABASE_URL": database_url})
    done = subprocess.run(
        [sys.executable, "-c", CODE], capture_output=True, text=True, check=True, env=environment
    )
    assert done.stdout == "Examformer 0 True True True\n", done.stderr
