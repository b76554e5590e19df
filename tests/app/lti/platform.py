"""A learning platform of our own, written from the text of the standard (LTI 1.3, Security Framework 1.0, AGS 2.0, NRPS
2.0, Course Groups 1.0, Dynamic Registration 1.0, postMessage storage): real keys, HTTP on a port of its own, and
whatever lies a test wants it to tell. It shares no code with app/lti.
"""

import base64
import hmac
import json
import secrets
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx2
from joserfc import jws, jwt
from joserfc.jwk import KeySet, RSAKey

Said = dict[str, Any]
Answer = tuple[int, Mapping[str, str], bytes]
Pages = dict[str, Callable[["Platform", Mapping[str, str]], Answer]]
CLIENT, DEPLOYMENT = "client-7", "1"
CONTEXT = "course-42"
LTI = "https://purl.imsglobal.org/spec/lti/claim/"
DL = "https://purl.imsglobal.org/spec/lti-dl/claim/"
AGS = "https://purl.imsglobal.org/spec/lti-ags/claim/endpoint"
AGS_SCOPE = "https://purl.imsglobal.org/spec/lti-ags/scope/"
NRPS = "https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice"
GROUPS = "https://purl.imsglobal.org/spec/lti-gs/claim/groupsservice"
MEMBERSHIP = "http://purl.imsglobal.org/vocab/lis/v2/membership#"
LEARNER, INSTRUCTOR, ADMINISTRATOR = (
    f"{MEMBERSHIP}{role}" for role in ("Learner", "Instructor", "Administrator")
)
ASSISTANT = "http://purl.imsglobal.org/vocab/lis/v2/membership/Instructor#TeachingAssistant"
KEY: RSAKey = RSAKey.generate_key(2048, {"kid": "one", "use": "sig", "alg": "RS256"})
OTHER_KEY: RSAKey = RSAKey.generate_key(2048, {"kid": "one", "use": "sig", "alg": "RS256"})


@dataclass
class User:
    """Somebody on the platform."""

    sub: str
    name: str = "Ada Lovelace"
    email: str | None = "ada@school.example"
    roles: list[str] = field(default_factory=lambda: [LEARNER])
    number: str = ""
    groups: list[str] = field(default_factory=list)
    status: str = "Active"


@dataclass
class Link:
    """A resource link in a course of the platform."""

    id: str
    target: str
    title: str = "A link"
    line_item: str = ""


@dataclass
class Platform:
    """``told`` changes the claims of a token at the last moment (None takes one away), ``sign`` makes another token of
    them; ``answers`` are given instead of the real ones, by path."""

    tool: str = "https://testserver"
    told: Said = field(default_factory=dict)
    key: RSAKey = field(default_factory=lambda: KEY)
    users: dict[str, User] = field(default_factory=dict)
    links: dict[str, Link] = field(default_factory=dict)
    line_items: dict[str, Said] = field(default_factory=dict)
    scores: list[tuple[str, Said]] = field(default_factory=list)
    groups: dict[str, str] = field(default_factory=dict)
    answers: dict[str, Callable[[], Answer]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    tokens: dict[str, str] = field(default_factory=dict)
    context: str = CONTEXT
    context_title: str = "Language models, autumn"
    page_size: int = 50
    published: Callable[[], Said] | None = None  # the tool's keys, where its own address does not answer
    offers_line_items: bool = True
    pages: Pages = field(default_factory=dict)  # of a course, for tests in a browser
    registered: list[Said] = field(default_factory=list)
    picked: list[Said] = field(default_factory=list)
    storage: str = ""
    asks: bool = False  # before it sends anybody back, on a page of its own
    host: str = "127.0.0.1"

    def __post_init__(self) -> None:
        self.sign: Callable[[Said], str] = self.signed
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.issuer = f"http://{self.host}:{self.server.server_port}"

    # What a test asks of it

    def user(self, sub: str, **more: Any) -> User:
        self.users[sub] = User(sub, **more)
        return self.users[sub]

    def link(self, path: str = "/lti/launch", **more: Any) -> Link:
        one = Link(f"link-{len(self.links) + 1}", f"{self.tool}{path}", **more)
        self.links[one.id] = one
        return one

    def beginning(self, user: User, link: Link | None) -> dict[str, str]:
        """The parameters with which a launch begins; of no link in particular, something is to be picked."""
        said = {
            "iss": self.issuer,
            "login_hint": user.sub,
            "target_link_uri": link.target if link else f"{self.tool}/lti/launch",
            "lti_message_hint": link.id if link else "pick",
            "lti_deployment_id": DEPLOYMENT,
            "client_id": CLIENT,
        }
        return said | ({"lti_storage_target": self.storage} if self.storage else {})

    def returned(self, address: str) -> dict[str, str]:
        """Returns what the platform's page sends back from this address of ours."""
        asked = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
        return self.response(asked)

    def response(self, asked: Mapping[str, str]) -> dict[str, str]:
        must = {
            "scope": "openid", "response_type": "id_token", "response_mode": "form_post", "prompt": "none",
            "client_id": CLIENT, "redirect_uri": f"{self.tool}/lti/launch",
        }  # fmt: skip
        wrong = {name: asked.get(name) for name, value in must.items() if asked.get(name) != value}
        if wrong or not asked.get("state") or not asked.get("nonce"):
            return {
                "error": "invalid_request",
                "error_description": str(wrong),
                "state": asked.get("state", ""),
            }
        user = self.users.get(asked["login_hint"])
        if user is None:
            return {"error": "login_required", "state": asked["state"]}
        claims = self.claims(user, self.links.get(asked.get("lti_message_hint", "")), asked["nonce"])
        return {"id_token": self.sign(claims), "state": asked["state"]}

    def claims(self, user: User, link: Link | None, nonce: str) -> Said:
        now = int(time.time())
        said: Said = {
            "iss": self.issuer, "aud": CLIENT, "sub": user.sub, "exp": now + 300, "iat": now, "nonce": nonce,
            "name": user.name, "email": user.email,
            f"{LTI}version": "1.3.0",
            f"{LTI}deployment_id": DEPLOYMENT,
            f"{LTI}roles": user.roles,
            f"{LTI}context": {"id": self.context, "label": "LM", "title": self.context_title, "type": []},
            f"{LTI}lis": {"person_sourcedid": user.number} if user.number else None,
            NRPS: {"context_memberships_url": f"{self.issuer}/members", "service_versions": ["2.0"]},
            GROUPS: {"context_groups_url": f"{self.issuer}/groups"} if self.groups else None,
        }  # fmt: skip
        if self.offers_line_items:
            said[AGS] = {
                "scope": [f"{AGS_SCOPE}lineitem", f"{AGS_SCOPE}score", f"{AGS_SCOPE}result.readonly"],
                "lineitems": f"{self.issuer}/lineitems",
            } | ({"lineitem": f"{self.issuer}{link.line_item}"} if link and link.line_item else {})
        if link is None:
            said |= {
                f"{LTI}message_type": "LtiDeepLinkingRequest",
                f"{LTI}target_link_uri": f"{self.tool}/lti/launch",
                f"{DL}deep_linking_settings": {
                    "deep_link_return_url": f"{self.issuer}/picked",
                    "accept_types": ["link", "ltiResourceLink"],
                    "accept_presentation_document_targets": ["iframe", "window"],
                    "accept_multiple": True,
                    "data": "opaque data, to be returned",
                },
            }
        else:
            said |= {
                f"{LTI}message_type": "LtiResourceLinkRequest",
                f"{LTI}target_link_uri": link.target,
                f"{LTI}resource_link": {"id": link.id, "title": link.title},
            }
        return {name: value for name, value in (said | self.told).items() if value is not None}

    def signed(self, claims: Said) -> str:
        return self.signed_with(self.key)(claims)

    def signed_with(self, key: RSAKey) -> Callable[[Said], str]:
        """Signs JSON in letters of ASCII, which can hold what is no text."""

        def signed(claims: Said) -> str:
            header = {"alg": "RS256", "typ": "JWT", "kid": key.kid}
            return jws.serialize_compact(header, json.dumps(claims), key, ["RS256"])

        return signed

    def unsigned(self, claims: Said) -> str:
        return f"{coded({'alg': 'none', 'typ': 'JWT'})}.{coded(claims)}."

    def signed_by_hash(self, claims: Said) -> str:
        """HS256, as if the public key that everybody knows were a secret."""
        said = f"{coded({'alg': 'HS256', 'kid': self.key.kid})}.{coded(claims)}"
        return f"{said}.{in_letters(hmac.digest(self.key.as_pem(private=False), said.encode(), 'sha256'))}"

    def results(self, address: str = "") -> dict[str, Said]:
        """The newest score of each user, in one line item or in the only one."""
        found: dict[str, Said] = {}
        for where, score in self.scores:
            if address in ("", where):
                found[score["userId"]] = score
        return found

    def add_line_item(self, label: str = "Week 1", maximum: float = 10, link: Link | None = None) -> str:
        """Adds one as its own gradebook does, and returns its path."""
        path = f"/lineitems/{len(self.line_items) + 1}"
        self.line_items[path] = {
            "id": f"{self.issuer}{path}", "label": label, "scoreMaximum": maximum,
        } | ({"resourceLinkId": link.id} if link else {})  # fmt: skip
        if link:
            link.line_item = path
        return path

    def goes_down(self, path: str = "/token", status: int = 503) -> None:
        self.answers[path] = lambda: (status, {}, b"")

    # Its pages and services

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        platform = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self._answer(b"")

            def do_POST(self) -> None:
                self._answer(self.rfile.read(int(self.headers.get("Content-Length") or 0)))

            def _answer(self, body: bytes) -> None:
                path = urlsplit(self.path).path
                platform.asked.append(path)
                given = next((one for where, one in platform.answers.items() if path.endswith(where)), None)
                try:
                    answer = given() if given else platform.serve(self.command, self.path, self.headers, body)
                except (KeyError, ValueError, AssertionError) as error:
                    answer = (400, {}, repr(error).encode())
                status, headers, content = answer
                with suppress(ConnectionError):
                    self.send_response(status)
                    for name, value in {"Content-Length": str(len(content)), **headers}.items():
                        self.send_header(name, value)
                    self.end_headers()
                    self.wfile.write(content)

            def log_message(self, format: str, *args: object) -> None:
                pass

        return Handler

    def serve(self, method: str, address: str, headers: Any, body: bytes) -> Answer:
        parts = urlsplit(address)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        path = parts.path
        match method, path.strip("/").split("/"):
            case "GET", ["keys"]:
                return as_json(
                    {"keys": [{"kty": "not yet invented", "kid": "x"}, self.key.as_dict(private=False)]}
                )
            case "GET", ["auth"]:
                return self._auth(query)
            case "POST", ["token"]:
                return self._token({name: values[0] for name, values in parse_qs(body.decode()).items()})
            case "GET", ["members"]:
                self._allowed(
                    headers, "https://purl.imsglobal.org/spec/lti-nrps/scope/contextmembership.readonly"
                )
                return self._members(query)
            case "GET", ["groups"]:
                self._allowed(headers, "https://purl.imsglobal.org/spec/lti-gs/scope/contextgroup.readonly")
                told = [{"id": number, "name": name} for number, name in self.groups.items()]
                return as_json({"id": f"{self.issuer}/groups", "groups": told})
            case "GET", ["lineitems"]:
                self._allowed(headers, f"{AGS_SCOPE}lineitem")
                known = self.line_items.values()
                return as_json(
                    [one for one in known if all(str(one.get(_camel(n), "")) == v for n, v in query.items())]
                )
            case "POST", ["lineitems"]:
                self._allowed(headers, f"{AGS_SCOPE}lineitem")
                assert headers["Content-Type"] == "application/vnd.ims.lis.v2.lineitem+json"
                return self._make_line_item(json.loads(body))
            case "POST", ["lineitems", number, "scores"]:
                self._allowed(headers, f"{AGS_SCOPE}score")
                assert headers["Content-Type"] == "application/vnd.ims.lis.v1.score+json"
                return self._take_score(f"/lineitems/{number}", json.loads(body))
            case "GET", [".well-known", "openid-configuration"]:
                return as_json(self.configuration())
            case "POST", ["register"]:
                return self._register(headers, json.loads(body))
            case "POST", ["picked"]:
                return self._take_picked({n: v[0] for n, v in parse_qs(body.decode()).items()})
            case "GET", _ if path in self.pages:
                return self.pages[path](self, query)
            case _:
                return 404, {}, b""

    def keys_of_tool(self) -> Any:
        if self.published is not None:
            return self.published()
        return httpx2.get(f"{self.tool}/lti/keys", trust_env=False).json()

    def configuration(self) -> Said:
        return {
            "issuer": self.issuer,
            "authorization_endpoint": f"{self.issuer}/auth",
            "token_endpoint": f"{self.issuer}/token",
            "jwks_uri": f"{self.issuer}/keys",
            "registration_endpoint": f"{self.issuer}/register",
            "id_token_signing_alg_values_supported": ["RS256"],
            "https://purl.imsglobal.org/spec/lti-platform-configuration": {
                "product_family_code": "examplelms",
                "version": "1",
                "messages_supported": [
                    {"type": "LtiResourceLinkRequest"},
                    {"type": "LtiDeepLinkingRequest"},
                ],
            },
        }

    def _auth(self, asked: Mapping[str, str]) -> Answer:
        fields = "".join(
            f'<input type="hidden" name="{escape(name)}" value="{escape(value)}">'
            for name, value in self.response(asked).items()
        )
        send = "<button>Allow</button>" if self.asks else ""
        script = "" if self.asks else '<script>document.getElementById("f").submit()</script>'
        where = escape(asked["redirect_uri"])
        page = f'<body><form id="f" method="post" action="{where}">{fields}{send}</form>{script}</body>'
        return 200, {"Content-Type": "text/html"}, page.encode()

    def _token(self, form: Mapping[str, str]) -> Answer:
        assert form["grant_type"] == "client_credentials"
        assert form["client_assertion_type"] == "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
        token = jwt.decode(form["client_assertion"], KeySet.import_key_set(self.keys_of_tool()), ["RS256"])
        claims = token.claims
        assert claims["iss"] == claims["sub"] == CLIENT
        assert claims["aud"] == f"{self.issuer}/token"
        assert claims["exp"] > time.time() > claims["iat"] - 60
        assert claims["jti"]
        issued = secrets.token_urlsafe(12)
        self.tokens[issued] = form["scope"]
        return as_json(
            {"access_token": issued, "token_type": "bearer", "expires_in": 3600, "scope": form["scope"]}
        )

    def _allowed(self, headers: Any, scope: str) -> None:
        sent = headers.get("Authorization", "").removeprefix("Bearer ")
        assert scope in self.tokens.get(sent, "").split()

    def _members(self, query: Mapping[str, str]) -> Answer:
        at = int(query.get("page", "0"))
        everybody = list(self.users.values())
        shown = everybody[at * self.page_size : (at + 1) * self.page_size]
        members = [
            {
                "status": one.status, "user_id": one.sub, "name": one.name, "email": one.email, "roles": one.roles,
                "lis_person_sourcedid": one.number or None,
                "group_enrollments": [{"group_id": group} for group in one.groups],
            }
            for one in shown
        ]  # fmt: skip
        told = {"id": f"{self.issuer}/members", "context": {"id": self.context}, "members": members}
        more = len(everybody) > (at + 1) * self.page_size
        link = {"Link": f'<{self.issuer}/members?page={at + 1}>; rel="next"'} if more else {}
        status, headers, body = as_json(told)
        kind = "application/vnd.ims.lti-nrps.v2.membershipcontainer+json"
        return status, {**headers, **link, "Content-Type": kind}, body

    def _make_line_item(self, said: Said) -> Answer:
        assert said["scoreMaximum"] > 0
        assert said["label"]
        path = f"/lineitems/{len(self.line_items) + 1}"
        self.line_items[path] = {**said, "id": f"{self.issuer}{path}"}
        return as_json(self.line_items[path], 201)

    def _take_score(self, path: str, score: Said) -> Answer:
        assert path in self.line_items
        if score["userId"] not in self.users:
            return 404, {}, b""
        before = [
            one["timestamp"]
            for where, one in self.scores
            if (where, one["userId"]) == (path, score["userId"])
        ]
        at = datetime.fromisoformat(score["timestamp"])
        assert at.tzinfo is not None
        if before and at <= datetime.fromisoformat(before[-1]):
            return 409, {}, b""
        assert score["activityProgress"] in ("Initialized", "Started", "InProgress", "Submitted", "Completed")
        assert score["gradingProgress"] in ("FullyGraded", "Pending", "PendingManual", "Failed", "NotReady")
        if "scoreGiven" in score:
            assert score["scoreMaximum"] > 0
        self.scores.append((path, score))
        return 200, {}, b""

    def _register(self, headers: Any, said: Said) -> Answer:
        assert headers["Authorization"] == "Bearer registration token"
        assert said["application_type"] == "web"
        assert said["token_endpoint_auth_method"] == "private_key_jwt"
        assert said["response_types"] == ["id_token"]
        assert {"client_credentials", "implicit"} <= set(said["grant_types"])
        assert said["https://purl.imsglobal.org/spec/lti-tool-configuration"]["target_link_uri"]
        self.registered.append(said)
        tool = "https://purl.imsglobal.org/spec/lti-tool-configuration"
        return as_json(said | {"client_id": CLIENT, tool: said[tool] | {"deployment_id": DEPLOYMENT}})

    def _take_picked(self, form: Mapping[str, str]) -> Answer:
        """Checks the answer of a deep linking request, and adds what was picked to the course."""
        claims = jwt.decode(form["JWT"], KeySet.import_key_set(self.keys_of_tool()), ["RS256"]).claims
        assert claims["iss"] == CLIENT
        assert claims["aud"] in (self.issuer, [self.issuer])
        assert claims["exp"] > time.time()
        assert claims["nonce"]
        assert claims[f"{LTI}message_type"] == "LtiDeepLinkingResponse"
        assert claims[f"{LTI}version"] == "1.3.0"
        assert claims[f"{LTI}deployment_id"] == DEPLOYMENT
        assert claims[f"{DL}data"] == "opaque data, to be returned"
        for item in claims[f"{DL}content_items"]:
            assert item["type"] == "ltiResourceLink"
            assert item["url"].startswith(self.tool)
            link = self.link(urlsplit(item["url"]).path, title=item["title"])
            if "lineItem" in item:
                path = self.add_line_item(item["title"], item["lineItem"]["scoreMaximum"], link)
                self.line_items[path] |= {"resourceId": item["lineItem"].get("resourceId", "")}
            self.picked.append(item)
        return 200, {"Content-Type": "text/html"}, b"<p>Added.</p>"


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(map(str.capitalize, rest))


def coded(said: Said) -> str:
    return in_letters(json.dumps(said).encode())


def in_letters(some: bytes) -> str:
    return base64.urlsafe_b64encode(some).decode().rstrip("=")


def as_json(said: object, status: int = 200) -> Answer:
    return status, {"Content-Type": "application/json"}, json.dumps(said).encode()


@contextmanager
def platform(**more: Any) -> Iterator[Platform]:
    served = Platform(**more)
    thread = threading.Thread(target=served.server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield served
    finally:
        served.server.shutdown()
        served.server.server_close()
        thread.join()
