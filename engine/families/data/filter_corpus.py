"""A quality filter for training documents: length, then exact duplicates, then the script.

Rules of this kind stand at the start of real pipelines (Raffel et al. 2020 for C4, section 2.2; Penedo et al. 2024 for
FineWeb). Indices are those of the documents given; ``kept`` are the texts that are left, in order.
"""

from collections.abc import Generator, Mapping
from itertools import pairwise
from random import Random
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, PlainSerializer, WithJsonSchema

from engine.answers.forms import Integer, Positions, Tokens
from engine.chain import Family, NotApplicable, NotNeeded, Run, Step
from engine.parameters import Frozen, symbol

Documents = Mapping[str, str]
Places = tuple[int, ...]


def _named(documents: Any) -> Any:
    """A list of texts gets the names that one chooses by on a page; what has names keeps them."""
    if isinstance(documents, dict):
        return documents
    if not isinstance(documents, list | tuple):
        raise ValueError("must be a list of texts")
    return {f"document {number}": text for number, text in enumerate(documents, 1)}


class Parameters(Frozen):
    documents: Annotated[
        dict[str, Annotated[str, Field(max_length=10_000)]],
        BeforeValidator(_named),
        PlainSerializer(lambda documents: list(documents.values())),
        WithJsonSchema({"type": "array", "items": {"type": "string", "format": "text", "maxLength": 10_000}}),
    ] = symbol(r"\text{documents}", "documents, in order", max_length=500)
    min_words: int = symbol("m", "words that a document needs at least", default=5, ge=0, le=10**6)
    ascii_only: bool = symbol(
        r"\text{ASCII only}", "drop documents with any character outside ASCII", default=True
    )


family = Family("filter_corpus", "Filtering a corpus", section="2.1", parameters=Parameters)


@family.unroll("kept", "kept_count")
def chain(given: Parameters) -> Generator[Step, Any, None]:
    ticks = Positions("documents")
    yield Step(
        "words", "Words of each document", r"\text{what stands between white space}",
        lambda documents: {name: len(text.split()) for name, text in documents.items()}, ("documents",), form=Integer(),
    )  # fmt: skip
    yield Step(
        "long_enough", "Long enough", r"\text{documents with at least } <min_words> \text{ words}", long_enough,
        ("words", "min_words"), form=ticks,
    )  # fmt: skip
    yield Step(
        "first_copies", "Of these, without exact copies", r"\text{the first of equal documents stays}", first_copies,
        ("documents", "long_enough"), form=ticks,
    )  # fmt: skip
    yield Step(
        "kept_documents", "Of these, in ASCII only", r"\text{only characters of the ASCII table}", in_ascii,
        ("documents", "first_copies", "ascii_only"), form=ticks,
    )  # fmt: skip
    yield Step(
        "kept", "The texts that are kept", r"\text{texts}",
        lambda documents, kept: [list(documents.values())[place] for place in kept], ("documents", "kept_documents"),
        form=Tokens(), answer="kept", gathers=True,
    )  # fmt: skip
    yield Step(
        "kept_count", "Documents kept", r"\text{how many are left}", len, ("kept_documents",), form=Integer(),
        answer="kept_count",
    )  # fmt: skip


def long_enough(words: Mapping[str, int], min_words: int) -> Places:
    return tuple(place for place, count in enumerate(words.values()) if count >= min_words)


def first_copies(documents: Documents, long_enough: Places) -> Places:
    texts = list(documents.values())
    first = {texts[place]: place for place in reversed(long_enough)}
    return tuple(place for place in long_enough if first[texts[place]] == place)


def in_ascii(documents: Documents, first_copies: Places, ascii_only: bool) -> Places | NotNeeded:
    if not ascii_only:
        return NotNeeded(first_copies, "Characters outside ASCII are allowed here.")
    texts = list(documents.values())
    return tuple(place for place in first_copies if texts[place].isascii())


family.gives(
    {
        "kept": ("list of text", "The documents that are kept, in order."),
        "kept_count": ("whole number", "How many documents are kept."),
    }
)
family.assumes(
    "Words are split at white space. Of the documents that are long enough the first of those that are "
    "exactly the same stays; only then characters outside ASCII are looked for.",
)


@family.mistake(
    of="long_enough",
    says="You dropped documents with just the number of words that is needed. At least m words: m is enough.",
)
def more_than_needed(words: Mapping[str, int], min_words: int) -> Places:
    return long_enough(words, min_words + 1)


@family.mistake(
    of="first_copies", says="You dropped every copy. The first one stays; only the later ones are duplicates."
)
def every_copy_dropped(documents: Documents, long_enough: Places) -> Places:
    texts = list(documents.values())
    among = [texts[place] for place in long_enough]
    return tuple(place for place in long_enough if among.count(texts[place]) == 1)


@family.mistake(
    of="first_copies",
    says="You kept the last copy. Here the one that comes first stays; the later ones are dropped.",
)
def last_copy_kept(documents: Documents, long_enough: Places) -> Places:
    texts = list(documents.values())
    last = {texts[place]: place for place in long_enough}
    return tuple(place for place in long_enough if last[texts[place]] == place)


@family.mistake(
    of="first_copies",
    says="You dropped a near duplicate. Exact duplicates are equal in every character, capital letters and full stops "
    "included.",
)
def near_copies_dropped(documents: Documents, long_enough: Places) -> Places:
    folded = {name: text.casefold().rstrip(".") for name, text in documents.items()}
    return first_copies(folded, long_enough)


@family.mistake(
    of="kept_documents",
    says="You kept signs outside ASCII. ASCII has Latin letters without accents, digits and common punctuation.",
)
def all_characters(first_copies: Places, ascii_only: bool) -> Places:
    if not ascii_only:
        raise NotApplicable
    return first_copies


@family.mistake(
    of="kept_documents",
    says="You dropped documents with digits or punctuation. These belong to ASCII: the documents stay.",
)
def letters_only(right: Places, documents: Documents, ascii_only: bool) -> Places:
    if not ascii_only:
        raise NotApplicable
    texts = list(documents.values())
    return tuple(place for place in right if all(word.isalpha() for word in texts[place].split()))


@family.mistake(of="kept_count", says="That is how many documents are dropped. Count those that are left.")
def dropped_ones(right: int, documents: Documents) -> int:
    return len(documents) - right


@family.refuses
def nothing_happens(exact: Run) -> str | None:
    """Each rule should drop a document, and one should be left."""
    left = [len(exact.reached[name]) for name in ("words", "long_enough", "first_copies", "kept_documents")]
    if any(a == b for a, b in pairwise(left)) and exact.values["ascii_only"]:
        return "a rule drops nothing"
    return None if left[-1] else "no document is left"


# Each with the next of its list: longer ones, shorter ones, signs outside ASCII.
FINE = (
    "The library opens at nine", "Rain is expected on Friday", "Our shop is closed on Mondays",
    "Please read the manual first", "The train to Bern leaves at noon", "Bread is baked here every morning",
    "Trains run every 30 minutes today.", "The museum has 3 floors, no lift.", "Tickets cost 12 francs at the door",
    "She asked: is the bridge open?",
)  # fmt: skip
SHORT = (
    "Accept all cookies", "Read more", "Click here to continue", "Log in or register", "Share this page", "Back to top",
)  # fmt: skip
OTHER = (
    "The café opens at seven o'clock", "Zürich has more trams than buses", "A naïve reader believes every word",
    "The ticket costs 5 € per day", "She has lived in Genève since May", "The menu — with soup — is cheap",
    "It is 20° today in the shade",
)  # fmt: skip


def near(text: str) -> str:
    """The same text with a small change: with a full stop, or all in small letters."""
    return text.lower() if text.endswith((".", "?")) else f"{text}."


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    fine = rng.sample(FINE, {"warm-up": 2, "exam": 3, "hard": 4}[level])
    documents = [
        *fine,
        rng.choice(fine),
        *rng.sample(SHORT, 1),
        *rng.sample(OTHER, 1 if level != "hard" else 2),
    ]
    if level != "warm-up" and rng.random() < 0.6:
        documents.append(near(rng.choice(fine)))
    rng.shuffle(documents)
    return {"documents": documents, "min_words": rng.choice((5, 5, 4, 6))}
