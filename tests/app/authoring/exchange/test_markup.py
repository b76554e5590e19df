"""HTML of other systems becomes text of ours, and what has no counterpart is told."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.authoring.exchange.markup import html_reading
from app.authoring.exchange.markup.html_reading import Picture, read
from app.study.prose import html


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ("<p>What is <b>this</b> &amp; <code>a_b</code>?</p>", "What is **this** & `a_b`?"),
        ("one<br>two<div>three</div>", "one\n\ntwo\n\nthree"),
        ("<ul><li>one</li><li>two</li></ul>", "• one\n\n• two"),
        ("<ol><li><p>one</p></li><li>two</li></ol>", "1. one\n\n2. two"),
        (r"\(e^{i\pi}\), \[x\] and $$y^2$$", r"$e^{i\pi}$, $x$ and $y^2$"),
        (r"$\alpha$ is $x$", r"$\alpha$ is $x$"),
        ("x<sup>2</sup> and H<sub>2</sub>O", "x$^{2}$ and H$_{2}$O"),
        ("<b>one<p>two</b></p>three", "**one**\n\n**two**\n\nthree"),
        ("a < b, 3 > 2 &lt;s&gt;", "a < b, 3 > 2 <s>"),
        ("no markup\nat all", "no markup at all"),
        ("<math><mi>x</mi><annotation encoding='application/x-tex'>x_1</annotation></math>", "$x_1$"),
        ("<m:math><m:mi>x</m:mi></m:math>", "x"),
        ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a | b\n\nc"),
    ],
)  # fmt: skip
def test_markup_becomes_a_text_of_ours(given: str, text: str) -> None:
    assert read(given).whole == text


@pytest.mark.parametrize(
    ("given", "text", "told"),
    [
        ("a<script>alert(1)</script>b", "ab", html_reading.LOST["script"]),
        ("<a href='https://x.example'>this</a>", "this", html_reading.LINK),
        ("<a name='x'>this</a>", "this", None),
        ("It is <em>not</em> so", "It is not so", html_reading.PLAIN),
        ("a<iframe src='https://x.example'></iframe>b", "ab", html_reading.LOST["iframe"]),
        ("<a href='javascript:alert(1)'>here</a>", "here", html_reading.LINK),
        ("<p onclick='alert(1)' style='x'>here</p>", "here", None),
        ("<svg onload=alert(1)><text>x</text></svg>b", "b", None),
        ("a<!-- <b>x</b> -->b", "ab", None),
        ("It costs $5", "It costs USD 5", html_reading.DOLLAR),
        ("from $5 to $7", "from USD 5 to USD 7", html_reading.DOLLAR),
        ("<pre>a\n  b</pre>", "`a b`", html_reading.LAYOUT),
        ("<table><tr><td>a</td></tr></table>", "a", html_reading.TABLE),
        ("<math><mi>x</mi></math>", "x", html_reading.NO_TEX),
    ],
)
def test_what_is_lost_is_told(given: str, text: str, told: str | None) -> None:
    found = read(given)
    assert found.whole == text
    assert [one.says for one in found.told] == ([told] if told else [])


def test_an_image_is_a_paragraph_of_its_own_and_its_words_in_a_line() -> None:
    found = read("See <img src='a%20b.png' alt='A  cat'/> there")
    assert found.whole == "See\n\n<image_1>\n\nthere"
    assert found.pictures == [Picture("a%20b.png", "A cat")]
    assert found.line == "See [A cat] there"


@pytest.mark.parametrize(
    "text",
    ["Plain words.", r"The norm $\|x\|_2$ of **all** `x`.", "`a < b` and `x_i`", r"$\frac{a}{b}$", "3 < 4"],
)
def test_a_text_of_ours_that_went_out_comes_back(text: str) -> None:
    assert read(html(text)).line == text


@given(st.text("<>/abip=\"'!-&;$\\()[]` \nrsctu", max_size=120))
def test_no_markup_survives_however_broken(given: str) -> None:
    found = read(given)
    assert "\ue010" not in found.whole
    assert found.whole == read(given).whole


@pytest.mark.parametrize(
    "piece",
    ["<a '", '<a "', "<!--", "<script>", "<pre>", "<sub>", "</sub>", "<b>", r"\(", "$a", "<", "<img src=",
     "<code>`x</p>", "<math><annotation encoding=tex>", "&", "<ul><li>", "<table><td>"],
)  # fmt: skip
def test_reading_takes_time_in_proportion(piece: str) -> None:
    began = time.process_time()
    read(piece * (html_reading.LONGEST // len(piece)))
    assert time.process_time() - began < 4
