"""PDFs bound into one: every page is there, and whatever an object points at."""

import re
import zlib
from contextlib import nullcontext

import pytest

from app.web.pdf import layout, merge


@pytest.fixture(scope="module")
def bound() -> bytes:
    weasyprint = layout.loaded()
    texts = [
        "<h1>One</h1>",
        "<h1>Two</h1><p style='break-before: page'>and more</p>",
        "<p>(7 0 R) in words</p>",
    ]
    return merge.bound((weasyprint.HTML(string=text).render() for text in texts), nullcontext())


def objects(pdf: bytes) -> dict[int, bytes]:
    return {
        int(number): data for number, data in re.findall(rb"\n(\d+) 0 obj\n(.*?)\nendobj", pdf, re.DOTALL)
    }


def test_every_page_stands_in_the_tree_once(bound: bytes) -> None:
    there = objects(bound)
    assert bound.startswith(b"%PDF-")
    pages = [number for number, data in there.items() if re.search(rb"/Type /Page\b", data)]
    trees = {number: data for number, data in there.items() if b"/Type /Pages" in data}
    root = next(number for number, data in trees.items() if b"/Parent" not in data)
    assert b"/Count 4" in trees[root]
    kids = [int(kid) for tree in trees for kid in re.findall(rb"(\d+) 0 R", _kids(trees[tree]))]
    assert sorted(kids) == sorted([*pages, *(number for number in trees if number != root)])
    for number, data in trees.items():
        if number != root:
            assert f"/Parent {root} 0 R".encode() in data
            for kid in re.findall(rb"(\d+) 0 R", _kids(data)):
                assert f"/Parent {number} 0 R".encode() in there[int(kid)]


def test_nothing_points_nowhere(bound: bytes) -> None:
    there = objects(bound)
    for data in there.values():
        head = data.partition(b"stream\n")[0]
        assert {int(number) for number in re.findall(rb"(\d+) 0 R\b", head)} <= there.keys()


def test_what_is_written_on_a_page_stays_as_it_is(bound: bytes) -> None:
    contents = [
        zlib.decompress(raw)
        for raw in re.findall(rb"stream\n(x\x9c.*?|x\xda.*?)\nendstream", bound, re.DOTALL)
    ]
    assert sum(b"BT" in content for content in contents) == 4


def _kids(tree: bytes) -> bytes:
    return tree.partition(b"/Kids [")[2].partition(b"]")[0]
