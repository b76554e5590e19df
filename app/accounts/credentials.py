"""Credentials: the form of e-mails, the rules for passwords, and their hashes.

A password is hashed with argon2, which takes a fifth of a second and 64 MB, so such requests wait behind a limit
(``app.web.concurrency``).
"""

import re
import unicodedata

from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher

from app.web.languages.languages import N_

LEAST, MOST = 10, 200
LONGEST_EMAIL = 254
EMAIL = re.compile(r"[^@\s\x00-\x1f\x7f]+@[^@\s\x00-\x1f\x7f]+")
HASHER = PasswordHash((Argon2Hasher(),))
# The hash of a password that nobody knows: a password for an unknown e-mail is compared with it, in the same time.
DECOY = "$argon2id$v=19$m=65536,t=3,p=4$XhvrrtManWkiwjKToV6N6w$BYG+POmHF7/GVfUNp/htbEpcNcV5AzPWtQor0VQRmEc"
# The most common passwords that are long enough, from lists of stolen ones; in lower case.
COMMON = """
    0123456789 0987654321 1029384756 1111111111 1122334455 1231231231 123123123123 1234512345 1234567890 12345678900
    12345678901 1234567891 12345678910 123456789a 123456789q 123456789z 1234554321 147258369a 1q2w3e4r5t 1q2w3e4r5t6y
    1qaz2wsx3edc 1qazxsw23edc 3rjs1la7qe 6666666666 9876543210 987654321a 9999999999 0000000000 a123456789 a1b2c3d4e5
    aa12345678 aaaaaaaaaa abc1234567 abcd123456 abcdefghij administrator asdfghjkl1 asdfghjkl; asdfghjkl123 basketball
    basketball1 changeme123 computer123 examformer examformer1 examformer123 football123 iloveyou12 iloveyou123
    letmein123 liverpool1 manchester newpassword pass123456 passw0rd123 password00 password01 password10 password11
    password12 password123 password1234 password12345 password123456 password21 password22 passwordpassword
    princess123 q1w2e3r4t5 q1w2e3r4t5y6 qazwsxedcrfv qwerty1234 qwerty12345 qwerty123456 qwertyuiop qwertyuiop1
    qwertyuiop123 qwertz12345 secret1234 sunshine123 superman123 test123456 unbelievable welcome123 welcome1234
    zaq12wsxcde3 zxcvbnm123 zxcvbnm1234 zzzzzzzzzz
"""


def tidy(email: str) -> str:
    """Normalises an e-mail for storing: its case makes no difference."""
    return email.replace("\0", "").strip().lower()


def fault_of_email(email: str) -> str:
    """The reason why this is no e-mail, "" where it is one. Nothing is sent to try it."""
    if EMAIL.fullmatch(email) and len(email) <= LONGEST_EMAIL:
        return ""
    return N_("Type an e-mail address, as name@school.example.")


def fault_of_password(password: str, email: str) -> str:
    """The reason why this password is not accepted, "" where it is."""
    typed = _normal(password)
    if len(typed) < LEAST:
        return N_("Use at least 10 characters; a few words do well.")
    if len(typed) > MOST:
        return N_("Use at most 200 characters.")
    if typed.strip().lower() == email:
        return N_("Choose a password other than your e-mail.")
    if typed.lower() in COMMON.split():
        return N_("This is among the passwords that are tried first. Choose another.")
    return ""


def hashed(password: str) -> str:
    return HASHER.hash(_normal(password))


def fits(password: str, kept: str | None) -> bool:
    """True if this is the password whose hash was ``kept``; for None False, after as long a time."""
    return HASHER.verify(_normal(password), kept or DECOY) and kept is not None


def _normal(password: str) -> str:
    """Normalises characters, since keyboards send ü as one or two. A text that is far too long is cut, so that it takes
    no time (ordering accents is quadratic), and stays too long."""
    return unicodedata.normalize("NFC", password[: 4 * MOST + 1])
