"""An OpenID provider of our own on a port of its own: real keys, and whatever lies a test wants it to tell."""

import base64
import hashlib
import hmac
import json
import secrets
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import ECKey, Key, OKPKey, RSAKey

CLIENT, SECRET = "examformer at school", "a secret: of the client/+%"
Claims = dict[str, Any]
Answer = tuple[int, Mapping[str, str], bytes | Iterator[bytes]]  # the latter in pieces, and without a length


def key(algorithm: str = "RS256", kid: str = "first") -> Key:
    named: Any = {"kid": kid, "use": "sig", "alg": algorithm}
    match algorithm:
        case "ES256":
            return ECKey.generate_key("P-256", named)
        case "EdDSA":
            return OKPKey.generate_key("Ed25519", named)
        case _:
            return RSAKey.generate_key(2048, named)


RSA: RSAKey = RSAKey.generate_key(2048, {"kid": "first", "use": "sig", "alg": "RS256"})


class OpenIdProvider:
    """Whoever comes is the one of ``person``, and says yes. ``told`` changes the claims of an ID token at the last
    moment, ``sign`` makes another token of them; ``answers`` are given instead of the real ones, by path."""

    def __init__(self) -> None:
        self.person: Claims = {
            "sub": "7", "email": "ada@school.example", "email_verified": True, "name": "Ada Lovelace"
        }  # fmt: skip
        self.told: Claims = {}
        self.userinfo: Claims | None = None
        self.key: Key = RSA
        self.algorithm = "RS256"
        self.published: Claims = {}
        self.sign: Callable[[Claims], str] = self.signed
        self.refuses = ""
        self.asks = False  # before it sends anybody back, on a page of its own
        self.forgets_codes = True
        self.answers: dict[str, Callable[[], Answer]] = {}
        self.asked: list[str] = []
        self.codes: dict[str, dict[str, str]] = {}
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.issuer = f"http://127.0.0.1:{self.server.server_port}"

    def signed(self, claims: Claims) -> str:
        header = {"alg": self.algorithm, "kid": self.key.kid}
        return jwt.encode(header, claims, self.key, algorithms=[self.algorithm])

    def unsigned(self, claims: Claims) -> str:
        return f"{coded({'alg': 'none'})}.{coded(claims)}."

    def signed_with(self, secret: bytes) -> Callable[[Claims], str]:
        """HS256, as if the text that everybody knows were a secret."""

        def signed(claims: Claims) -> str:
            said = f"{coded({'alg': 'HS256', 'kid': self.key.kid})}.{coded(claims)}"
            return f"{said}.{in_letters(hmac.digest(secret, said.encode(), 'sha256'))}"

        return signed

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        provider = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self._answer({})

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
                self._answer({name: values[0] for name, values in parse_qs(body).items()})

            def _answer(self, form: dict[str, str]) -> None:
                parts = urlsplit(self.path)
                asked = {name: values[0] for name, values in parse_qs(parts.query).items()} | form
                provider.asked.append(parts.path)
                real = getattr(provider, f"_{parts.path.rpartition('/')[2].replace('-', '_')}", None)
                given = provider.answers.get(parts.path)
                answer: Answer = given() if given else real(asked, self.headers) if real else (404, {}, b"")
                status, headers, body = answer
                self.send_response(status)
                length = {"Content-Length": str(len(body))} if isinstance(body, bytes) else {}
                for name, value in {**length, **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                with suppress(ConnectionError):
                    for piece in [body] if isinstance(body, bytes) else body:
                        self.wfile.write(piece)

            def log_message(self, format: str, *args: object) -> None:
                pass

        return Handler

    def _openid_configuration(self, *_: object) -> Answer:
        return as_json(
            {
                "issuer": self.issuer,
                "authorization_endpoint": f"{self.issuer}/authorize",
                "token_endpoint": f"{self.issuer}/token",
                "jwks_uri": f"{self.issuer}/keys",
                "userinfo_endpoint": f"{self.issuer}/userinfo",
                "id_token_signing_alg_values_supported": [self.algorithm, "HS256", "none"],
            }
            | self.published
        )

    def _authorize(self, asked: dict[str, str], *_: object) -> Answer:
        if self.asks and "yes" not in asked:
            fields = "".join(
                f'<input type="hidden" name="{name}" value="{value}">' for name, value in asked.items()
            )
            page = f'<form method="post" action="/authorize">{fields}<button name="yes" value="1">Allow</button></form>'
            return 200, {"Content-Type": "text/html"}, page.encode()
        code = secrets.token_urlsafe(12)
        self.codes[code] = asked
        sent = {"error": self.refuses} if self.refuses else {"code": code}
        return (
            303,
            {"Location": f"{asked['redirect_uri']}?{urlencode(sent | {'state': asked['state']})}"},
            b"",
        )

    def _token(self, asked: dict[str, str], headers: Any) -> Answer:
        begun = self.codes.pop(asked["code"], None) if self.forgets_codes else self.codes.get(asked["code"])
        sent = base64.b64decode(headers.get("Authorization", "").removeprefix("Basic ")).decode()
        if sent != f"{CLIENT}:{SECRET}":
            return as_json({"error": "invalid_client"}, 401)
        challenge = in_letters(hashlib.sha256(asked["code_verifier"].encode()).digest())
        if (
            begun is None
            or begun["code_challenge_method"] != "S256"
            or begun["code_challenge"] != challenge
            or begun["redirect_uri"] != asked["redirect_uri"]
        ):
            return as_json({"error": "invalid_grant"}, 400)
        now = int(time.time())
        claims = {"iss": self.issuer, "aud": CLIENT, "exp": now + 300, "iat": now, "nonce": begun["nonce"]}
        claims |= self.person | self.told
        claims = {name: value for name, value in claims.items() if value is not None}
        return as_json(
            {"access_token": "opens userinfo", "token_type": "Bearer", "id_token": self.sign(claims)}
        )

    def _keys(self, *_: object) -> Answer:
        later = {"kty": "not yet invented", "kid": "later"}
        return as_json({"keys": [later, self.key.as_dict(private=False)]})

    def _userinfo(self, _: object, headers: Any) -> Answer:
        if headers.get("Authorization") != "Bearer opens userinfo" or self.userinfo is None:
            return as_json({"error": "invalid_token"}, 401)
        return as_json(self.userinfo)


def coded(said: Claims) -> str:
    return in_letters(json.dumps(said).encode())


def in_letters(some: bytes) -> str:
    return base64.urlsafe_b64encode(some).decode().rstrip("=")


def as_json(said: object, status: int = 200) -> Answer:
    return status, {"Content-Type": "application/json"}, json.dumps(said).encode()


@contextmanager
def openid_provider() -> Iterator[OpenIdProvider]:
    provider = OpenIdProvider()
    thread = threading.Thread(target=provider.server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield provider
    finally:
        provider.server.shutdown()
        provider.server.server_close()
        thread.join()
