"""Programs of learners, whatever they try: each is kept in, comes to an end, and is told in a plain sentence."""

import json
import os
import platform
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.practice import sandbox
from app.practice.sandbox import Broken, Ran
from app.practice.sandbox.bubblewrap import Bubblewrap
from tests.every import one_in

SHORT = 1.5  # seconds for those that would never end
NOT_HERE = "is not possible here: programs cannot"
NO_MEMORY = "more memory than there is"
CLONE = {"x86_64": 56, "aarch64": 220}[platform.machine()]
LIBC = "import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\n"


def ran(body: str, *arguments: object, arrays: tuple[str, ...] = (), seconds: float | None = None) -> Ran:
    """The calls of ``def f(x)`` with this body."""
    lines = "\n    ".join(body.splitlines())
    numpy = "import numpy as np" if "np." in body else ""
    program = f"import os, sys, socket, json\n{numpy}\n\n\ndef f(x):\n    {lines}\n"
    calls = [{"x": argument} for argument in arguments or (1,)]
    answer = sandbox.run(Bubblewrap(), program, "f", calls, arrays, seconds)
    assert isinstance(answer, Ran), answer
    return answer


def test_bubblewrap_works_here() -> None:
    assert isinstance(sandbox.backend(), Bubblewrap)


def test_arguments_come_as_arrays_and_values_go_back_as_json() -> None:
    (call,) = ran(
        "print('hello')\nreturn {'sum': x.sum(), 'two': (2 * x, True, None)}", [1, 2], arrays=("x",)
    ).calls
    assert call.value == {"sum": 3.0, "two": [[2.0, 4.0], True, None]}
    assert call.output == "hello\n"


FILES = {"pairs.csv": b"1,2\n3,4\n", "corpus.txt": "ষ্ট\n".encode() * 6000, "records.json": b'{"a": 1}'}


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("sorted(os.listdir('.'))", sorted(FILES)),
        ("np.loadtxt('pairs.csv', delimiter=',')", [[1.0, 2.0], [3.0, 4.0]]),
        ("len(open('corpus.txt').read().split())", 6000),
        ("json.load(open('records.json'))", {"a": 1}),
        ("open('/data/pairs.csv', 'rb').read().decode()", "1,2\n3,4\n"),
    ],
)
def test_a_program_reads_the_data_files_beside_it(expression: str, value: object) -> None:
    program = f"import json, os\nimport numpy as np\n\ndef f(x):\n    return {expression}\n"
    answer = sandbox.run(Bubblewrap(), program, "f", [{"x": 1}, {"x": 2}], files=FILES)
    assert isinstance(answer, Ran), answer
    assert [(call.value, call.error) for call in answer.calls] == [(value, "")] * 2


@pytest.mark.parametrize(
    "attempt",
    [
        "open('pairs.csv', 'w')", "open('pairs.csv', 'a')", "open('pairs.csv', 'r+')", "open('new.csv', 'w')",
        "os.remove('pairs.csv')", "os.rename('pairs.csv', 'other.csv')", "os.chmod('pairs.csv', 0o777)",
        "os.symlink('/start.py', 'link')", "os.mkdir('more')", "open('../data/pairs.csv', 'w')",
    ],
)  # fmt: skip
def test_it_changes_none_of_them_and_adds_none(attempt: str) -> None:
    program = f"import os\n\ndef f(x):\n    {attempt}\n"
    answer = sandbox.run(Bubblewrap(), program, "f", [{"x": 1}], files=FILES)
    assert isinstance(answer, Ran), answer
    assert NOT_HERE in answer.calls[0].error


def test_a_question_without_files_has_an_empty_folder() -> None:
    assert ran("return os.getcwd(), os.listdir('.')").calls[0].value == ["/data", []]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("while True: pass", "took longer than"),
        pytest.param("import time\ntime.sleep(3600)", "took longer than", marks=pytest.mark.sweep),
        pytest.param(
            "while True:\n    try: os.fork()\n    except OSError: pass", "took longer than", marks=pytest.mark.sweep
        ),
        ("return len(bytearray(10**10))", "more memory than there is"),
        ("return np.ones(10**10).sum()", "more memory than there is"),
        ("return 'a' * 10**9", "more memory than there is|wrote more than"),
        ("for _ in range(10**7): print('a' * 100)", "printed more than anybody would read"),
        ("while True: os.write(1, b'a' * 10**6)", "wrote more than"),
        pytest.param("while True: os.write(2, b'a' * 10**6)", "took longer than", marks=pytest.mark.sweep),
        ("os._exit(0)", "ended before the function returned"),
        ("sys.exit(3)", "SystemExit"),
        ("import ctypes\nctypes.CDLL(None).syscall(0x40000000 + 39)", "ended before the function returned"),  # x32
        ("os.kill(os.getpid(), 9)", NOT_HERE),
        ("os.kill(1, 9)", NOT_HERE),
        ("import ctypes\nreturn ctypes.string_at(0)", "ended before the function returned"),
        ("return f(x)", "called itself too often"),
        ("return open('/etc/passwd').read()", "No such file"),
        ("return open('/proc/self/environ').read()", "No such file"),
        ("os.setuid(0)", NOT_HERE),
        ("os.chroot('/python')", NOT_HERE),
        ("return open(f'/etc/{x}').read()", "No such file"),
        ("return lambda: 1", "which is no number"),
        ("a = []\nfor _ in range(10**5): a = [a]\nreturn a", "called itself too often"),
    ],
)  # fmt: skip
def test_what_is_tried_is_kept_in_and_told(body: str, said: str) -> None:
    (call,) = ran(body, seconds=SHORT).calls
    assert call.value is None
    assert any(part in call.error for part in said.split("|")), call.error


@pytest.mark.parametrize(
    "body",
    [
        "return os.fork()",
        "return os.posix_spawn(sys.executable, ['python'], {})",
        "import subprocess\nreturn subprocess.run([sys.executable, '-c', '1']).returncode",
        "import subprocess\nreturn subprocess.run('true', shell=True).returncode",
        "import threading\nthreading.Thread(target=print).start()",
        LIBC + f"if libc.syscall({CLONE}, 17, 0, 0, 0, 0) < 0: raise OSError(ctypes.get_errno(), 'clone')",
    ],
)
def test_a_program_cannot_start_another(body: str) -> None:
    (call,) = ran(body).calls
    assert call.value is None
    assert NOT_HERE in call.error


@pytest.mark.parametrize(
    "body",
    [
        "return os.memfd_create('a')",
        LIBC + "if libc.shmget(0, 2**20, 0o1600) < 0: raise OSError(ctypes.get_errno(), 'shmget')",
        "from multiprocessing.shared_memory import SharedMemory\nreturn SharedMemory(create=True, size=2**20).name",
        "socket.socketpair()",
        "socket.create_server(('127.0.0.1', 0))",
        "socket.socket(socket.AF_UNIX)",
        "os.pipe()",
        "open('/x', 'w').write('a')",
        "open('/tmp/x', 'w').write('a')",
        "open('/dev/shm/x', 'w').write('a')",
        "open('/dev/x', 'w').write('a')",
        "os.symlink('a', '/dev/shm/a')",
        "os.mkdir('/tmp')",
        "os.sched_setaffinity(0, {0})",
    ],
)
def test_a_program_cannot_lay_anything_down_outside_its_own_memory(body: str) -> None:
    (call,) = ran(body).calls
    assert call.value is None
    assert NOT_HERE in call.error or "No such file" in call.error, call.error


@contextmanager
def peak() -> Iterator[list[int]]:
    """The most bytes that lay in memory for all processes together that began under this one meanwhile, seen every
    few milliseconds."""
    seen, over = [0], threading.Event()

    def under(pid: str) -> Iterator[str]:
        for task in Path("/proc", pid, "task").iterdir():
            for child in (task / "children").read_text().split():
                yield child
                yield from under(child)

    def called(pid: str) -> bytes:
        return Path("/proc", pid, "cmdline").read_bytes()

    def resident(pid: str) -> int:
        if called(pid) == called("self"):  # just forked, it still shares all that this process has
            return 0
        lines = dict(line.split(":", 1) for line in Path("/proc", pid, "status").read_text().splitlines())
        return int(lines.get("VmRSS", "0 kB").split()[0]) * 1024

    def watch() -> None:
        while not over.wait(0.005):
            try:
                seen[0] = max(seen[0], sum(resident(pid) for pid in under(here) if pid not in before))
            except OSError:  # one of them ended while we looked
                continue

    here = str(os.getpid())
    before = set(under(here))  # servers of other tests
    watching = threading.Thread(target=watch)
    watching.start()
    try:
        yield seen
    finally:
        over.set()
        watching.join()


SHARED = (
    "import mmap\nheld = []\nwhile True:\n    piece = mmap.mmap(-1, 2**24)\n    piece.write(b'a' * 2**24)\n"
)


@pytest.mark.parametrize(
    "body",
    one_in(3, [
        "held = []\nwhile True: held.append(bytes(range(256)) * 2**12)",
        "held = []\nwhile True: held.append(bytes(300))",
        "f.held = held = []\nwhile True: held.append(str(len(held)) * 9)",  # which nothing frees when it ends
        SHARED + "    held.append(piece)",
        SHARED + "    held.append(piece)\n    try: os.fork()\n    except OSError: pass",
        "held = []\nwhile True: held.append(np.ones(10**6))",
    ]),
)  # fmt: skip
def test_memory_taken_in_pieces_ends_at_the_limit_for_all_that_runs(body: str) -> None:
    with peak() as seen:
        (call,) = ran(body, seconds=30).calls
    assert NO_MEMORY in call.error
    assert 100 * 2**20 < seen[0] < sandbox.MEMORY + 2**25


def test_of_this_machines_files_only_those_that_python_needs_are_there() -> None:
    looks = (
        "found = [os.path.join(folder, name) for folder, _, names in os.walk('/') for name in names]\n"
        "programs = [name for name in found if os.access(name, os.X_OK) and '.so' not in name]\n"
        "return [[name for name in programs if not name.endswith('.py')], sorted(os.listdir('/'))]"
    )
    (call,) = ran(looks, seconds=10).calls
    assert call.value is not None, call.error
    programs, top = call.value
    python = f"/python/bin/python{sys.version_info.major}.{sys.version_info.minor}"
    assert [name for name in programs if not name.startswith("/python/lib")] == [python]
    assert not {"etc", "tmp", "home", "root", "var", "proc", "sys", "run", "bin", "sbin", "opt"} & set(top)


def test_the_standard_library_and_numpy_work_inside() -> None:
    (call,) = ran(
        "import bz2, ctypes, datetime, decimal, fractions, hashlib, heapq, itertools, lzma, random, re, statistics\n"
        "import typing, dataclasses, zlib, unicodedata, collections, functools, string, time, copy, cmath, bisect\n"
        "time.sleep(0.001)\n"
        "matrix = np.random.default_rng(0).normal(size=(60, 60))\n"
        "same = np.allclose(np.linalg.inv(matrix) @ matrix, np.eye(60)) and np.linalg.svd(matrix)[1].min() > 0\n"
        "return [bool(same), abs(np.fft.fft([1.0, 0])[1]), hashlib.sha256(b'a').hexdigest()[:8],"
        " zlib.crc32(lzma.decompress(lzma.compress(bz2.decompress(bz2.compress(b'a')))))]"
    ).calls
    assert call.value == [True, 1.0, "ca978112", 0xE8B7BE43]


def test_the_database_and_our_own_files_are_not_there(tmp_path: Path) -> None:
    database = tmp_path / "practice.db"
    database.write_text("secret")
    here = str(Path(__file__).parents[3])
    calls = ran(
        "return os.path.exists(x)", str(database), here, "/work", "/root", "/home", "/etc/hostname"
    ).calls
    assert [call.value for call in calls] == [False] * 6


def test_nothing_of_the_environment_goes_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EXAMFORMER_DATABASE_URL", "postgresql://somebody:secret@here/x")
    (call,) = ran("return dict(os.environ)").calls
    assert "secret" not in json.dumps(call.value)
    assert "EXAMFORMER_DATABASE_URL" not in call.value


def test_there_is_no_network_not_even_this_machine() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        (call,) = ran(f"socket.create_connection(('127.0.0.1', {port}), 1)").calls
    assert NOT_HERE in call.error


def test_it_runs_as_somebody_who_owns_nothing() -> None:
    (call,) = ran("return [os.getuid(), os.getgid(), os.getgroups(), os.access('/', os.W_OK)]").calls
    uid, gid, groups, may_write = call.value
    assert uid not in (0, os.getuid())
    assert gid != 0
    assert not set(groups) & {0}
    assert not may_write


def test_two_runs_at_once_do_not_see_each_other() -> None:
    (call,) = ran("return [name for name in os.listdir('/') if name.isdigit() or name == 'proc']").calls
    assert call.value == []
    (call,) = ran("return os.getpid()").calls
    assert call.value < 10


def test_a_patched_numpy_patches_only_the_learners_own() -> None:
    (call,) = ran("np.allclose = lambda *a, **k: True\njson.dumps = lambda *a, **k: '[1]'\nreturn 99").calls
    assert call.value != 1


def test_a_later_call_is_not_there_before_its_turn() -> None:
    """A function that looks through all frames, and all that can be read, in the first call."""
    looks = (
        "import gc, select\n"
        "seen = repr(gc.get_objects())\n"
        "frame = sys._getframe()\n"
        "while frame:\n"
        "    seen += repr(frame.f_locals) + repr(frame.f_globals)\n"
        "    frame = frame.f_back\n"
        "waiting = select.select([0], [], [], 0.2)[0]\n"
        "return [''.join(reversed('TERCES')) in seen, bool(waiting)]"
    )
    first, _ = ran(looks, "open", "SECRET").calls
    assert first.value == [False, False]


def test_a_forged_answer_forges_only_what_one_could_return() -> None:
    """Text behind the mark is an answer, so a program may write it itself; it is compared like any other."""
    forged = (
        "frame = sys._getframe()\n"
        "while 'asked' not in frame.f_locals: frame = frame.f_back\n"
        "os.write(1, (frame.f_locals['asked']['mark'] + '[[[').encode() + b'\\n')\n"
        "return 2"
    )
    assert ran(forged).calls[0].error == "What it returned could not be read."


def test_what_is_no_python_is_told_with_its_line_and_nothing_is_called() -> None:
    def broken(program: str) -> Broken:
        answer = sandbox.run(Bubblewrap(), program, "f", [{"x": 1}])
        assert isinstance(answer, Broken)
        return answer

    assert broken("x = 1\ndef f(x)\n    return 1") == Broken("This is not Python yet: expected ':'.", 2)
    assert broken("x = 1 / 0") == Broken("ZeroDivisionError: division by zero", 1)
    assert broken("def g(x): return x") == Broken("There is no function f in it.")
    assert (
        broken("import os\nos._exit(0)").message == "The program ended before its function could be called."
    )
    assert "SyntaxError" not in broken("(" * 10_000).message


@pytest.mark.sweep
def test_time_counts_while_the_program_computes_and_not_while_the_server_is_busy_with_others() -> None:
    (call,) = ran(f"import time\ntime.sleep({sandbox.SECONDS + 0.5})\nreturn x").calls
    assert call.value == 1
    (call,) = ran("while True: pass").calls
    assert call.error.startswith("It took longer than 3 seconds")


def test_on_a_busy_machine_a_program_gets_as_much_of_it_as_the_worker_that_runs_it() -> None:
    (call,) = ran("return os.getpriority(0, 0)").calls
    assert call.value == os.getpriority(os.PRIO_PROCESS, 0)


def test_calls_before_one_that_does_not_end_keep_their_values() -> None:
    calls = ran("while x > 1: pass\nreturn x", 1, 2, 3, seconds=SHORT).calls
    assert [call.value for call in calls] == [1, None]
