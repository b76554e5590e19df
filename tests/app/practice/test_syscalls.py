"""The filter of system calls, run as the kernel runs it: the same answers on both machines, whatever they are."""

import errno
import os
import platform
import struct
from pathlib import Path

import pytest

from app.practice.sandbox import syscalls
from app.practice.sandbox.bubblewrap import Bubblewrap
from app.practice.sandbox.needed import needed

ALLOW, KILL, MISSING = 0x7FFF0000, 0x80000000, 0x00050000 | errno.ENOSYS
AUDIT = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
FORBIDDEN = {  # on x86_64 and aarch64; None where there is none
    "clone": (56, 220), "clone3": (435, 435), "fork": (57, None), "vfork": (58, None), "socket": (41, 198),
    "socketpair": (53, 199), "pipe2": (293, 59), "memfd_create": (319, 279), "shmget": (29, 194), "shmat": (30, 196),
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "mount": (165, 40), "unshare": (272, 97),
    "setns": (308, 268), "keyctl": (250, 219), "bpf": (321, 280), "perf_event_open": (298, 241),
    "userfaultfd": (323, 282), "io_uring_setup": (425, 425), "kexec_load": (246, 104), "personality": (135, 92),
    "kill": (62, 129), "execveat": (322, 281), "chroot": (161, 51), "symlinkat": (266, 36), "mkdirat": (258, 34),
    "ftruncate": (77, 46), "prctl": (157, 167), "seccomp": (317, 277), "setuid": (105, 146), "mq_open": (240, 180),
    "inotify_init1": (294, 26), "epoll_create1": (291, 20), "add_key": (248, 217), "init_module": (175, 105),
}  # fmt: skip


def answer(program: bytes, architecture: int, number: int, *arguments: int) -> int:
    """Runs the filter on a call and returns its verdict: the few instructions of classic BPF that it is made of."""
    call = struct.pack("<IIQ6Q", number, architecture, 0, *[*arguments, *[0] * 6][:6])
    code = list(struct.iter_unpack("<HBBI", program))
    at = word = 0
    operation: int
    constant: int
    while True:
        operation, yes, no, constant = code[at]
        at += 1
        match operation:
            case 0x20:
                (word,) = struct.unpack_from("<I", call, constant)
            case 0x15:
                at += yes if word == constant else no
            case 0x35:
                at += yes if word >= constant else no
            case 0x06:
                return constant
            case _:
                raise AssertionError(operation)


@pytest.mark.parametrize(("machine", "column"), [("x86_64", 0), ("aarch64", 1)])
@pytest.mark.parametrize("root", [True, False])
def test_what_makes_processes_shares_memory_or_reaches_out_is_missing(
    machine: str, column: int, root: bool
) -> None:
    program = syscalls.filter_of(machine, root)
    for name, numbers in FORBIDDEN.items():
        number = numbers[column]
        assert number is None or answer(program, AUDIT[machine], number) == MISSING, name
    assert answer(program, AUDIT[machine], 449) == MISSING  # one that is newer than the list


@pytest.mark.parametrize(
    ("machine", "read", "other"), [("x86_64", 0, 0x40000003), ("aarch64", 63, 0x40000028)]
)
def test_reading_is_allowed_and_another_architecture_ends_the_program(
    machine: str, read: int, other: int
) -> None:
    program = syscalls.filter_of(machine, False)
    assert answer(program, AUDIT[machine], read) == ALLOW
    assert answer(program, other, read) == KILL
    assert answer(program, AUDIT[machine], 0x40000000 | read) == KILL


@pytest.mark.parametrize(("machine", "ioctl"), [("x86_64", 16), ("aarch64", 29)])
def test_of_device_controls_only_questions_are_allowed(machine: str, ioctl: int) -> None:
    program = syscalls.filter_of(machine, False)
    assert answer(program, AUDIT[machine], ioctl, 1, 0x5401) == ALLOW  # TCGETS: is this a terminal?
    assert answer(program, AUDIT[machine], ioctl, 1, 0x5412) == MISSING  # TIOCSTI: types into it


@pytest.mark.parametrize(("machine", "setresuid"), [("x86_64", 117), ("aarch64", 147)])
def test_only_who_starts_as_root_may_change_the_user(machine: str, setresuid: int) -> None:
    assert answer(syscalls.filter_of(machine, True), AUDIT[machine], setresuid) == ALLOW
    assert answer(syscalls.filter_of(machine, False), AUDIT[machine], setresuid) == MISSING


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_no_two_calls_have_one_number(machine: str) -> None:
    numbers = list(syscalls.numbers(f"{syscalls.ALLOWED}, {syscalls.TO_CHANGE_USER}", machine).values())
    assert len(numbers) == len(set(numbers)) > 50
    assert len(syscalls.filter_of(machine, True)) < 4096  # the least that a pipe takes without a reader


def test_where_no_filter_is_known_bubblewrap_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "machine", lambda: "riscv64")
    assert not Bubblewrap().installed()


def test_where_its_python_cannot_run_bubblewrap_is_not_used(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    needed.cache_clear()
    monkeypatch.setattr("sys.base_prefix", os.fspath(tmp_path))
    try:
        assert not Bubblewrap().installed()
    finally:
        needed.cache_clear()
