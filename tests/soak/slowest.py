"""The slowest request that is known of each route: what an attacker, or three hundred people, would send there.

A new route is asked with an ordinary form until somebody finds what is slow in it, and names that here.
"""

import io
import json
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import partial
from itertools import cycle
from urllib.parse import urlencode

from app.lab.demos import DEMOS
from app.study import solve
from engine import catalogue
from tests.app.accounts.members import PASSWORD, cookie
from tests.app.api.api_client import token_of
from tests.app.authoring.sample_question import NAME, TEXT
from tests.app.populated_site import Campus
from tests.app.web.test_routes import ANSWERS, ANSWERS_IN_COURSES, WHO
from tests.engine.submissions import BANK
from tests.soak.connection import FORM
from tests.soak.room import Room

JSON = "application/json"
EDGE = "e " * 7000  # closed forms, each of which is parsed
SPACES = " " * 19_000 + "x"  # as long as a cell of an exam may be
BOUNDARY = "one-question-after-the-other"


@dataclass(frozen=True, slots=True)
class Asked:
    """One request, with the cookie of who sends it, or the token of a program."""

    method: str
    path: str
    cookie: str = ""
    body: bytes = b""
    _: KW_ONLY
    kind: str = FORM
    token: str = ""

    @property
    def head(self) -> str:
        kind = f"Content-Type: {self.kind}\r\n" if self.method == "POST" else ""
        return kind + (f"Authorization: Bearer {self.token}\r\n" if self.token else "")


Ask = Iterator[Asked]  # each differs from the one before it where an answer may be kept


class Slowest:
    """``campus`` has something for every route, ``room`` an exam that many people sit."""

    def __init__(self, campus: Campus, room: Room) -> None:
        self._campus, self._room = campus, room
        self._author = cookie(campus.instructor.learner)
        self._token = token_of(campus.app, campus.instructor.id)

    def of(self, route: str) -> Ask:
        """Without an end."""
        found = self._known.get(route)
        return found() if found else cycle([self._ordinary(route)])

    @property
    def known(self) -> Sequence[str]:
        """Routes of which something slow is known."""
        return list(self._known)

    @property
    def _known(self) -> Mapping[str, Callable[[], Ask]]:
        editing = "", "/preview", "/tests", "/check", "/publish"
        watching = "", "/gradebook", "/gradebook.csv", "/analytics", "/analytics.csv", "/grading"
        in_exam = "/results", "/results.csv", "/live", "/papers"
        exam = "/courses/{course}/exams/{exam}"
        return {
            "POST /account/sign-in": self._sign_in,
            "POST /account/sign-up": self._sign_up,
            "POST /account/password": self._password,
            "POST /join/{code}/sign-in": lambda: self._at_the_door("sign-in"),
            "POST /join/{code}/sign-up": lambda: self._at_the_door("sign-up"),
            "GET /solve/{family}": self._solve,
            "GET /lab/{demo}": self._lab,
            "GET /study/{section}": lambda: self._sections("?seed={n}"),
            "GET /study/{section}/sheet.pdf": lambda: self._sections("/sheet.pdf"),
            "GET /topics": lambda: self._gets("/topics?q=" + "attention%20".ljust(90, "q") + "{n}"),
            "GET /glossary": lambda: self._gets("/glossary?q=" + "attention%20".ljust(90, "q") + "{n}"),
            "GET /practice/{question}": self._draw,
            "POST /practice/{question}": self._begin,
            "POST /attempts/{name}": self._check,
            "POST /author/imports": self._import,
            **{f"POST /author/{{draft}}{what}": partial(self._edit, what) for what in editing},
            "GET /sittings/{name}/questions": lambda: self._at_a_seat("/questions"),
            "POST /sittings/{name}/questions/{place}": self._plain_form,
            "POST /sittings/{name}/saves": self._saves,
            "GET /sittings/{name}/end": lambda: self._at_a_seat("/end"),
            "POST /courses/{course}/exams/{exam}/check": self._blueprint,
            **{f"GET /courses/{{course}}{what}": partial(self._taught, what) for what in watching},
            **{
                f"GET {exam}{what}": partial(self._taught, f"/exams/{self._room.exam}{what}")
                for what in in_exam
            },
            "GET /api/v1/questions": lambda: cycle([Asked("GET", "/api/v1/questions", token=self._token)]),
            "POST /api/v1/questions/{question}/variants": self._variants,
            "POST /api/v1/marks": self._marks,
        }

    def _ordinary(self, route: str) -> Asked:
        """A request by somebody who may send it, as the tables of the routes say."""
        campus, method = self._campus, route.split(maxsplit=1)[0]
        if "/sittings/" in route:
            address = self._room.seats[-1].address + route.partition("{name}")[2].replace("{place}", "1")
            body = self._body(campus.sent(address)) if method == "POST" else b""
            return Asked(method, address, self._room.seats[-1].token, body)
        if route in ANSWERS_IN_COURSES:
            by, address = cookie(campus.nlp.instructor.learner), campus.address(route)
        else:
            answered = dict(zip(WHO, map(int, ANSWERS[route].split()), strict=True))
            who = min(answered, key=lambda one: answered[one] >= 400)
            by, address = cookie(campus.browser(who)), campus.address(route)
        if "/api/" in route:
            return Asked(
                method, address, token=self._token, body=b"{}" if method == "POST" else b"", kind=JSON
            )
        return Asked(method, address, by, self._body(campus.sent(address)) if method == "POST" else b"")

    @staticmethod
    def _body(form: Mapping[str, object]) -> bytes:
        return urlencode(form, doseq=True).encode()

    def _gets(self, path: str, by: str = "") -> Ask:
        return (Asked("GET", path.replace("{n}", str(n)), by) for n in _numbers())

    def _posts(self, path: str, by: str, **form: str) -> Ask:
        for n in _numbers():
            sent = {name: text.replace("{n}", str(n)) for name, text in form.items()}
            yield Asked("POST", path.replace("{n}", str(n)), by, self._body(sent))

    def _sign_in(self) -> Ask:
        """A password is hashed for an e-mail that nobody has, too."""
        return self._posts("/account/sign-in", "", email="n{n}@school.example", password=PASSWORD)

    def _sign_up(self) -> Ask:
        return self._posts("/account/sign-up", "", email="new{n}@school.example", password=PASSWORD + " {n}")

    def _at_the_door(self, how: str) -> Ask:
        path = f"/join/{self._campus.nlp.code}/{how}"
        return self._posts(path, "", email=f"{how}{{n}}@school.example", password=PASSWORD + " {n}")

    def _password(self) -> Ask:
        by = cookie(self._campus.browser("student"))
        return self._posts("/account/password", by, new=PASSWORD, old="wrong {n}")

    def _solve(self) -> Ask:
        """Nine fields of the heaviest family, full of closed forms."""
        fields = solve.example(catalogue.find("seq2seq_attention"), 1)
        for n in _numbers():
            typed = dict.fromkeys(fields, f"{EDGE[: 56_000 // len(fields)]} {n}")
            yield Asked("GET", f"/solve/seq2seq_attention?{urlencode(typed)}")

    def _lab(self) -> Ask:
        return (Asked("GET", f"/lab/{demo}") for demo in cycle(demo.name for demo in DEMOS))

    def _sections(self, then: str) -> Ask:
        sections = cycle(BANK.study.sections)
        for n in _numbers():
            yield Asked("GET", f"/study/{next(sections)}{then.replace('{n}', str(n))}")

    def _draw(self) -> Ask:
        """New numbers for one question after the other."""
        questions = cycle(one.id for one in BANK.questions.values() if one.kind == "family")
        return (Asked("GET", f"/practice/{next(questions)}?seed={n}&level=exam") for n in _numbers())

    def _begin(self) -> Ask:
        """A sheet of new numbers, drawn, marked and stored."""
        by, form = cookie(self._campus.browser("student")), self._campus.form
        questions = cycle(one for one in BANK.questions.values() if one.kind == "family")
        for n in _numbers():
            one = next(questions)
            sent = {**form, "key": f"a-key-of-its-own-{n:08}", "seed": str(n), "version": one.version}
            yield Asked("POST", f"/practice/{one.id}", by, self._body(sent))

    def _check(self) -> Ask:
        address = self._campus.address("POST /attempts/{name}")
        return cycle([Asked("POST", address, cookie(self._campus.guest), self._body(self._cells()))])

    def _cells(self) -> dict[str, str]:
        """The whole of a form, full of what is slow to read."""
        cells = {f"cell.{part}.0": SPACES[-15_000:] for part in ("dot", "norm_u")}
        return {**self._campus.form, **cells, "cell.cosine.0": EDGE}

    def _edit(self, what: str) -> Ask:
        """Two matrices of 64 x 64 and a constraint that nothing meets."""
        size = "rows = 64\ncolumns = 64\nfrom = 1\nto = 9\n\n"
        variables = "".join(f"[variables.{name}]\n{size}" for name in ("first", "second"))
        text = TEXT.replace("points = 2", 'points = 2\nconstraints = ["1 == 2"]', 1)
        text = text.replace("[[steps]]", f"{variables}[[steps]]", 1)
        return self._posts(f"/author/{NAME}{what}", self._author, text=text, seed="{n}", view="text")

    def _import(self) -> Ask:
        """Two hundred files in an archive."""
        for n in _numbers():
            packed = io.BytesIO()
            with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
                for file in range(200):
                    archive.writestr(f"q-{n}-{file}.toml", TEXT.replace("= 60", f"= {61 + file}"))
            yield Asked(
                "POST",
                "/author/imports",
                self._author,
                _multipart("questions.zip", packed.getvalue()),
                kind=f"multipart/form-data; boundary={BOUNDARY}",
            )

    def _at_a_seat(self, path: str) -> Ask:
        seat = self._room.seats[-1]
        return cycle([Asked("GET", seat.address + path, seat.token)])

    def _plain_form(self) -> Ask:
        """Filled with what is slow to read, and in as many pieces as are let in, from the seat and from nowhere."""
        seat = self._room.seats[-1]
        address, filled = f"{seat.address}/questions/1", self._body({**self._cells(), "do": "save"})
        pieces = b"a=1&" * 2400 + b"a=" + b"1" * 100_000
        return cycle(
            [Asked("POST", address, by, body) for by in (seat.token, "") for body in (filled, pieces)]
        )

    def _saves(self) -> Ask:
        """As much as one page may send at once, all of it slow to read; stored, so that later pages read it, too."""
        seat = self._room.seats[-1]
        for n in _numbers():
            fields = [
                {
                    "place": one.place, "field": one.name, "revision": 2_000_000_000_000 + n,
                    "text": SPACES, "typed_at": "2026-11-24T00:00:00Z",
                }
                for one in seat.fields[:60]
            ]  # fmt: skip
            body = json.dumps({"window": "w", "fields": fields}).encode()
            yield Asked("POST", f"{seat.address}/saves", seat.token, body, kind=JSON)
            for by in (seat.token, ""):  # in as many pieces as are let in, from a seat and from nowhere
                yield Asked(
                    "POST", f"{seat.address}/saves", by, b'{"a":[' + b"1," * 49_000 + b"1]}", kind=JSON
                )

    def _blueprint(self) -> Ask:
        text = "".join(f"[[groups]]\ntopics = ['2.{n % 20}']\ntake = 1\n" for n in range(700))
        by = cookie(self._campus.nlp.instructor.learner)
        return self._posts(self._campus.address("POST /courses/{course}/exams/{exam}/check"), by, text=text)

    def _taught(self, path: str) -> Ask:
        return self._gets(f"{self._room.address}{path}", self._room.teacher)

    def _variants(self) -> Ask:
        for n in _numbers():
            body = json.dumps({"seed": n, "with_key": True}).encode()
            yield Asked(
                "POST",
                "/api/v1/questions/first-five-merges/variants",
                body=body,
                kind=JSON,
                token=self._token,
            )

    def _marks(self) -> Ask:
        question = BANK.questions["cosine-of-two-vectors"]
        for n in _numbers():
            sent = {
                "question": question.id, "version": question.version, "level": "exam", "seed": n,
                "responses": {part: [EDGE] for part in ("dot", "norm_u", "norm_v", "cosine")},
            }  # fmt: skip
            yield Asked("POST", "/api/v1/marks", body=json.dumps(sent).encode(), kind=JSON, token=self._token)


def _numbers() -> Iterator[int]:
    yield from range(1, 10**9)


def _multipart(name: str, content: bytes) -> bytes:
    head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
    return head.encode() + content + f"\r\n--{BOUNDARY}--\r\n".encode()
