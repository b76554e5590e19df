"""Claims: the provider's statements about a person, read from their many spellings."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.accounts import credentials
from app.accounts.openid.asking import BadProvider

SUBJECT = re.compile(r"[\x20-\x7e]{1,255}")
LONGEST_NAME = 80

Said = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True, slots=True)
class Claimed:
    """A person as the provider describes them. ``email`` is "" where none was given, ``verified`` tells whether the
    provider has verified it, ``instructor`` whether the claims make them one."""

    issuer: str
    subject: str
    email: str
    verified: bool
    name: str
    instructor: bool


@dataclass(frozen=True, slots=True)
class MakesInstructor:
    """A rule that makes an instructor: a claim and the value that it has, or has among others, as ``groups=teachers``.

    A name with dots is that of a claim, or of one within another: ``realm_access.roles=teacher``.
    """

    claim: str
    value: str

    def __call__(self, said: Said) -> bool:
        found: Any = said.get(self.claim)
        if found is None:
            found = said
            for name in self.claim.split("."):
                found = found.get(name) if isinstance(found, Mapping) else None
        return bool(self.claim) and self.value in (found if isinstance(found, list) else [found])

    def unanswered(self, said: Said) -> bool:
        return bool(self.claim) and not {self.claim, self.claim.partition(".")[0]} & said.keys()


def read(issuer: str, token: Said, userinfo: Said | None, makes_instructor: MakesInstructor) -> Claimed:
    """Reads the claims from the ID token, and what is missing there from the userinfo, which is None where it was not
    asked for. Raises BadProvider."""
    subject = token["sub"]
    if not SUBJECT.fullmatch(subject):
        raise BadProvider("a subject of another form")
    if userinfo is not None and userinfo.get("sub") != subject:
        raise BadProvider("its userinfo is about somebody else")
    more = userinfo or {}
    told = token if "email" in token else more  # the e-mail, and whether it is verified, from the same place
    email = credentials.tidy(_text(told.get("email")))
    return Claimed(
        issuer=issuer,
        subject=subject,
        email="" if credentials.fault_of_email(email) else email,
        verified=told.get("email_verified") in (True, "true"),  # as some write it
        name=" ".join(_text(token.get("name") or more.get("name")).replace("\0", "").split())[:LONGEST_NAME],
        instructor=makes_instructor(token) or makes_instructor(more),
    )


def _text(said: Any) -> str:
    """The text, "" where it is none or has a lone surrogate: JSON may hold one, a database does not."""
    try:
        return said if isinstance(said, str) and said.encode() else ""
    except UnicodeEncodeError:
        return ""
