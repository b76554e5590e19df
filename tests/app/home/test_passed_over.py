"""Proposals that were passed over do not come again at once; a cookie that somebody made up changes nothing."""

from tests.app.learner import Learner


def test_whoever_passes_on_and_on_is_not_led_to_and_fro(learner: Learner) -> None:
    seen: list[str] = []
    for _ in range(6):
        after = seen[-1] if seen else ""
        seen.append(learner.get(f"/next?after={after}").address.removeprefix("/practice/"))
    assert len(set(seen)) == len(seen)


def test_a_made_up_cookie_is_not_kept(learner: Learner) -> None:
    learner.client.cookies.set("passed", "no-such.<b>.\u00e9".encode("ascii", "ignore").decode())
    page = learner.get("/next?after=%0d%0aset-cookie:x", follow=False)
    assert page.status == 303
    assert "set-cookie:x" not in str(page.headers)
    assert "no-such" not in str(page.headers)
