"""The system calls that a program may make: those that Python and NumPy need to compute, and no others.

The list names what is allowed, not what is forbidden, because the kernel grows: a call that nobody has thought of yet
is not on it. Any other call is answered with ENOSYS, as by a kernel too old for it, on which libraries fall back to an
older call. Neither processes nor threads can be made, no shared memory, sockets or pipes. A call by the numbers of
another architecture (i386, x32) ends the program.

The filter is classic BPF, one instruction ``struct sock_filter`` of 8 bytes each, as ``bwrap --seccomp`` reads it.
"""

import errno
import platform
import struct
from collections.abc import Iterator
from dataclasses import dataclass

# Numbers on x86_64 (arch/x86/entry/syscalls/syscall_64.tbl) and on aarch64 (include/uapi/asm-generic/unistd.h)
ALLOWED = """
read 0 63, readv 19 65, pread64 17 67, write 1 64, writev 20 66, close 3 57, open 2 -, openat 257 56, stat 4 -,
lstat 6 -, fstat 5 80, newfstatat 262 79, statx 332 291, lseek 8 62, access 21 -, faccessat 269 48, faccessat2 439 439,
readlink 89 -, readlinkat 267 78, getdents64 217 61, getcwd 79 17, dup 32 23, dup2 33 -, dup3 292 24, fcntl 72 25,
brk 12 214, mmap 9 222, munmap 11 215, mremap 25 216, mprotect 10 226, madvise 28 233,
execve 59 221, exit 60 93, exit_group 231 94, arch_prctl 158 -, set_tid_address 218 96,
set_robust_list 273 99, rseq 334 293,
getpid 39 172, getppid 110 173, gettid 186 178, getuid 102 174, geteuid 107 175, getgid 104 176, getegid 108 177,
getgroups 115 158, getresuid 118 148, getresgid 120 150, prlimit64 302 261, getrlimit 97 163, getrusage 98 165,
getpriority 140 141, setpriority 141 140, sysinfo 99 179, uname 63 160, times 100 153, getcpu 309 168,
sched_getaffinity 204 123, sched_yield 24 124, tgkill 234 131, wait4 61 260,
clock_gettime 228 113, clock_getres 229 114, clock_nanosleep 230 115, nanosleep 35 101, gettimeofday 96 169, time 201 -,
rt_sigaction 13 134, rt_sigprocmask 14 135, rt_sigreturn 15 139, sigaltstack 131 132, restart_syscall 219 128,
futex 202 98, poll 7 -, ppoll 271 73, select 23 -, pselect6 270 72, getrandom 318 278
"""
TO_CHANGE_USER = "setgroups 116 159, setresuid 117 147, setresgid 119 149"  # for root, who then gives up root
IOCTL = {"x86_64": 16, "aarch64": 29}
REQUESTS = (0x5401, 0x5413, 0x541B, 0x5450, 0x5451)  # TCGETS, TIOCGWINSZ, FIONREAD, FIONCLEX, FIOCLEX
X32 = 0x4000_0000

LOAD, EQUAL, AT_LEAST, RETURN = 0x20, 0x15, 0x35, 0x06  # word at a fixed place; comparisons with a constant
NUMBER, ARCHITECTURE, SECOND_ARGUMENT = 0, 4, 24  # places in struct seccomp_data; little-endian, lower half
ALLOW, KILL, MISSING = 0x7FFF_0000, 0x8000_0000, 0x0005_0000 | errno.ENOSYS


@dataclass(frozen=True, slots=True)
class Machine:
    """An architecture as ``struct seccomp_data`` names it (AUDIT_ARCH), and its column in the table."""

    audit: int
    column: int


MACHINES = {"x86_64": Machine(0xC000_003E, 1), "aarch64": Machine(0xC000_00B7, 2)}


def known() -> bool:
    """True if there is a filter for this machine."""
    return platform.machine() in MACHINES


def numbers(table: str, machine: str) -> dict[str, int]:
    """Returns the calls of a table that this machine has."""
    rows = (row.split() for row in table.split(","))
    return {row[0]: int(found) for row in rows if (found := row[MACHINES[machine].column]) != "-"}


def filter_of(machine: str, changes_user: bool) -> bytes:
    """Returns the filter for ``platform.machine()``. Raises KeyError for one that is not known."""
    return b"".join(struct.pack("<HBBI", *each) for each in _instructions(machine, changes_user))


def _instructions(machine: str, changes_user: bool) -> Iterator[tuple[int, int, int, int]]:
    """Yields operation, how many to skip if true, how many if false, and constant."""
    yield LOAD, 0, 0, ARCHITECTURE
    yield EQUAL, 1, 0, MACHINES[machine].audit
    yield RETURN, 0, 0, KILL
    yield LOAD, 0, 0, NUMBER
    yield AT_LEAST, 0, 1, X32
    yield RETURN, 0, 0, KILL
    allowed = numbers(ALLOWED, machine) | (numbers(TO_CHANGE_USER, machine) if changes_user else {})
    for number in allowed.values():
        yield EQUAL, 0, 1, number
        yield RETURN, 0, 0, ALLOW
    yield EQUAL, 1, 0, IOCTL[machine]
    yield RETURN, 0, 0, MISSING
    yield LOAD, 0, 0, SECOND_ARGUMENT
    for request in REQUESTS:
        yield EQUAL, 0, 1, request
        yield RETURN, 0, 0, ALLOW
    yield RETURN, 0, 0, MISSING
