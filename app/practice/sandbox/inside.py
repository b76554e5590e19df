"""The program that runs inside the sandbox: the only file of ours there. It needs the standard library and NumPy alone.

Lines of JSON come from standard input: the program, then the arguments of one call after another, each when the one
before has been answered. Each is answered by a line of JSON behind the mark that came first.
"""

import contextlib
import errno
import io
import json
import sys
import traceback
from collections.abc import Callable
from typing import Any

MOST_PRINTED = 20_000
NOT_HERE = {errno.EPERM, errno.EACCES, errno.ENOSYS, errno.EROFS, errno.EAGAIN}
WALLED = "That is not possible here: programs cannot start other programs or threads, write files or open connections."
sys.path.append("/site")  # where bubblewrap mounts NumPy


class Printed(io.StringIO):
    """The output of the function, up to a limit. Raises RuntimeError beyond it."""

    def write(self, text: str) -> int:
        if self.tell() + len(text) > MOST_PRINTED:
            raise RuntimeError("It printed more than anybody would read.")
        return super().write(text)


def main() -> None:
    answer = sys.stdout
    answer.write('{"started": true}\n')
    answer.flush()
    first = sys.stdin.buffer.readline()
    if not first:
        return
    asked = json.loads(first)

    def say(**told: Any) -> None:
        answer.write(asked["mark"] + json.dumps(told) + "\n")
        answer.flush()

    begun = prepared(asked["program"], asked["function"])
    if isinstance(begun, dict):
        say(**begun)
        return
    say(ready=True)
    for line in iter(sys.stdin.buffer.readline, b""):
        say(**called(begun, json.loads(line), asked["arrays"]))


def prepared(program: str, function: str) -> Callable[..., Any] | dict[str, Any]:
    """Returns the function that the program defines, or why there is none."""
    names: dict[str, Any] = {"__name__": "answer"}
    printed = Printed()
    try:
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            exec(compile(program, "answer", "exec"), names)  # noqa: S102 (this process exists for it)
    except SyntaxError as error:
        return {"broken": f"This is not Python yet: {error.msg}.", "line": error.lineno}
    except BaseException as error:
        return {"broken": told_of(error), "line": line_of(error)}
    found: Callable[..., Any] | None = names.get(function)
    return found if callable(found) else {"broken": f"There is no function {function} in it.", "line": None}


def called(function: Callable[..., Any], call: dict[str, Any], arrays: list[str]) -> dict[str, Any]:
    printed = Printed()
    result: dict[str, Any] = {"value": None, "error": "", "output": ""}
    try:
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            value = function(*[given(name, value, arrays) for name, value in call.items()])
        result["value"] = plain(value)
        json.dumps(result["value"])
    except BaseException as error:
        line = line_of(error)
        traceback.clear_frames(error.__traceback__)  # what they hold may be all the memory there is
        result = {"value": None, "error": told_of(error) + (f" (line {line})" if line else "")}
    return {**result, "output": printed.getvalue()}


def given(name: str, value: Any, arrays: list[str]) -> Any:
    if name not in arrays:
        return value
    import numpy as np

    return np.array(value, dtype=float)


def plain(value: Any) -> Any:
    """Converts the value for JSON: arrays and tuples to lists, NumPy's numbers to Python's. Raises TypeError."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {str(name): plain(item) for name, item in value.items()}
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    raise TypeError(f"it returned a {type(value).__name__}, which is no number, text, list, table or array")


def told_of(error: BaseException) -> str:
    if isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno == errno.ENOMEM):
        return "It asked for more memory than there is here."
    if isinstance(error, RecursionError):
        return "RecursionError: the function called itself too often"
    said = f"{type(error).__name__}: {str(error)[:300]}"
    if (isinstance(error, OSError) and error.errno in NOT_HERE) or "can't start new thread" in said:
        return f"{WALLED} ({said})"
    return said


def line_of(error: BaseException) -> int | None:
    """Returns the line of the learner's program where the error happened."""
    lines = [
        line for frame, line in traceback.walk_tb(error.__traceback__) if frame.f_code.co_filename == "answer"
    ]
    return lines[-1] if lines else None


main()
