"""States of figures as people hand them on: read exactly as they were written, or refused with a sentence."""

import pytest

from engine.figures import addresses
from engine.figures.addresses import BadState, State, read
from engine.figures.catalogue import figures, find
from engine.figures.figure import Figure
from engine.figures.handles import LONGEST_STATE
from tests.engine.figures.states import frames
from tests.engine.submissions import SWEEP
from tests.every import for_each


@for_each(list(figures().values()), lambda figure: figure.id)
def test_each_state_comes_back_from_its_address_and_from_its_lines(figure: Figure) -> None:
    for frame in frames(figure, at_once=3, alone=SWEEP):  # as texts, each value comes back in test_figures
        state = State(figure.id, figure.texts(frame))
        for text in (state.address, state.lines):
            _, again = read(text).open()
            assert again.values == frame.values, text
        _, again = read(state.lines_of_handles, figure.id).open()
        assert again.values == frame.values


def test_numbers_of_ones_own_come_with_the_state() -> None:
    address = "/figures/temperature?of.logits=2%2C+1%2C+3&of.temperature=0.75&temperature=1.05"
    state = read(address)
    figure, frame = state.open()
    assert figure.start["logits"] == [2, 1, 3]
    assert frame["temperature"] == 1.05
    assert state.lines.splitlines() == [
        "figure = temperature",
        "of.logits = 2, 1, 3",
        "of.temperature = 0.75",
        "temperature = 1.05",
    ]
    again = read(state.lines).open()[1]
    assert again.run.parameters.to_json() == frame.run.parameters.to_json()


def test_a_matrix_of_ones_own_is_one_line() -> None:
    state = State("attention", {"of.Q": "1, 0\n0, 1", "of.K": "1, 0\n0, 1", "of.V": "1, 2\n3, 4"})
    assert "of.V = 1, 2; 3, 4" in state.lines.splitlines()
    both = [one.open()[1].run.parameters.to_json() for one in (state, read(state.lines))]
    assert both[0] == both[1]


def test_how_one_looked_at_it_is_no_part_of_a_state() -> None:
    state = read("/figures/temperature?temperature=0.5&was=temperature%3D1&predict=on&guess=0.3&place=x")
    assert dict(state.texts) == {"temperature": "0.5"}


@pytest.mark.parametrize(
    ("text", "figure", "said"),
    [
        ("", "", "Choose a figure, or paste its address."),
        ("temperature = 0.5", "", "Choose a figure, or paste its address."),
        ("half", "temperature", "“half” is no line of a state"),
        ("= 0.5", "temperature", "is no line of a state"),
        ("/lab/decoding?temperature=1", "", "This is no address of a figure"),
        ("https://exams.example/figures", "", "This is no address of a figure"),
        ("/figures/temperature/exercise?temperature=1", "", "This is no address of a figure"),
        ("/figures/temperature and more", "", "This is no address of a figure"),
        (
            "https://other.example/figures/temperature?temperature=1",
            "",
            "This is an address on other.example.",
        ),
        ("//other.example/figures/temperature", "", "This is an address on other.example."),
        (
            "/figures/temperature?temperature=1&temperature=2",
            "",
            "temperature is given twice here, as “1” and “2”. Leave one of them out.",
        ),
        ("temperature = 1\ntemperature = 1", "temperature", "temperature is given twice here"),
        ("figure = bpe\nfigure = bleu", "", "figure is given twice here, as “bpe” and “bleu”"),
        ("https://[::1/figures/temperature", "", "This is no address."),
        ("/figures/temperature?" + "&".join(f"a{n}=1" for n in range(80)), "", "This is no address."),
        ("x" * (LONGEST_STATE + 1), "temperature", "This is too long"),
    ],
)
def test_text_that_is_no_state_is_told(text: str, figure: str, said: str) -> None:
    with pytest.raises(BadState, match=said.replace("(", r"\(")):
        read(text, figure)


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("/figures/perpetuum-mobile", "There is no figure “perpetuum-mobile”"),
        ("/figures/temperature?heat=1", "heat is no handle of temperature; it has temperature"),
        ("/figures/temperature?temperature=9", r"^Temperature T goes from 0.1 to 3 here\.$"),
        ("/figures/bpe?words=" + "a" * 200, r"^Your words: at most 60 characters fit here\.$"),
        ("/figures/temperature?token=banjo", r"^Look at: there is no “banjo” here\.$"),
        ("/figures/temperature?temperature=hot", r"^Temperature T: [^;]+[^.]\.$"),
        (
            "/figures/angle-and-distance?u.x=9&u.y=-9",
            r"across goes from .* here\. .* up goes from .* here\.$",
        ),
        (
            "/figures/temperature?temperature=1&temperature+%282%29=2",
            "^temperature is given twice here, as “1” and “2”",
        ),
        ("/figures/temperature?of.heat=1", "^of.heat is no number of temperature; it has of.logits, "),
        ("/figures/temperature?of.logits=1%2C+2&of.temperature=0.01", "does not reach these numbers"),
        ("/figures/temperature?of.logits=oops&of.temperature=1", "[a-z]+: "),
    ],
)
def test_a_state_that_there_is_not_is_told_and_never_the_nearest_taken(address: str, said: str) -> None:
    with pytest.raises(BadState, match=said) as told:
        read(address).open()
    assert "shown" not in str(told.value)


def test_an_address_is_told_from_lines() -> None:
    assert all(map(addresses.is_address, ("/figures/bpe", " https://a.example/figures/bpe", "http://x")))
    assert not addresses.is_address(State("bpe", find("bpe").texts(find("bpe").at({}))).lines)


@pytest.mark.parametrize("site", ["https://exams.example", "https://exams.example/"])
def test_an_address_of_this_site_loses_its_name_and_no_other_does(site: str) -> None:
    assert addresses.local(" https://Exams.example/figures/bpe?merges=2 ", site) == "/figures/bpe?merges=2"
    for other in ("https://exams.example.org/figures/bpe", "https://other.example/figures/bpe", "merges = 2"):
        assert addresses.local(other, site) == other
