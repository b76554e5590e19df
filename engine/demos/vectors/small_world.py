"""A small world in a few hundred words: facts, and a grammar that makes sentences of them.

Word vectors find in a text what its words have in common, so here everything that they have in common is on purpose: a
queen does what a king does, and "she" stands where "he" stood. Words and topics come as often as 1 over their rank
(Zipf's law). Nothing but the pronouns tells women from men.
"""

from collections.abc import Mapping, Sequence
from random import Random

Sentence = tuple[str, ...]
Pairs = tuple[tuple[str, ...], ...]


def rows(table: str) -> Pairs:
    """One row a line, its words between spaces."""
    return tuple(tuple(line.split()) for line in table.strip().splitlines())


# man, woman, what they are (a kind below), and a thing that is theirs alone
PEOPLE = rows("""
man woman grown hat
boy girl young kite
king queen royal kingdom
father mother grown family
prince princess heir pony
son daughter young puzzle
brother sister young room
husband wife grown wedding
grandfather grandmother old armchair
uncle aunt grown caravan
actor actress stage role
duke duchess royal duchy
emperor empress royal empire
waiter waitress inn tray
nephew niece young postcard
wizard witch magic wand
""")
# A kind: what its people have, and where they are. An heir is royal and young.
KINDS: Mapping[str, tuple[Sentence, Sentence]] = {
    "grown": (("car", "salary", "newspaper"), ("office", "factory")),
    "young": (("toys", "homework", "teacher"), ("school", "playground")),
    "old": (("glasses", "memories", "pension"), ("garden", "hospital")),
    "royal": (("crown", "throne", "servants"), ("palace", "castle")),
    "heir": (("crown", "servants", "toys", "teacher"), ("palace", "castle", "school", "playground")),
    "stage": (("script", "costume", "audience"), ("theatre", "studio")),
    "inn": (("menu", "apron", "guests"), ("restaurant", "kitchen")),
    "magic": (("spell", "potion", "broom"), ("forest", "tower")),
}
# country, capital, language, dish, river
COUNTRIES = rows("""
germany berlin german pretzels spree
france paris french croissants seine
italy rome italian pasta tiber
england london english pudding thames
russia moscow russian blini moskva
japan tokyo japanese sushi sumida
austria vienna viennese schnitzel danube
poland warsaw polish pierogi vistula
bangladesh dhaka bengali hilsa buriganga
thailand bangkok thai noodles chaophraya
sweden stockholm swedish meatballs norrstrom
norway oslo norwegian salmon akerselva
turkey ankara turkish baklava hatip
egypt cairo arabic falafel nile
""")
# animal, its young, what it does, where it lives
ANIMALS = rows("""
dog puppy barks kennel
cat kitten purrs basket
cow calf moos barn
horse foal gallops stable
sheep lamb bleats meadow
pig piglet grunts sty
duck duckling quacks pond
bear cub growls cave
""")
# today, yesterday, what with or where
VERBS = rows("""
walks walked park hill
cooks cooked soup rice
reads read book letter
sings sang song hymn
paints painted wall picture
swims swam lake pool
writes wrote poem diary
climbs climbed tree ladder
""")
# as it is, more, most, and what may be so
ADJECTIVES = rows("""
big bigger biggest house ship
fast faster fastest train rocket
old older oldest tree bridge
cold colder coldest winter wind
tall taller tallest mountain steeple
cheap cheaper cheapest ticket bread
""")
RELATIONS: Mapping[str, Pairs] = {
    "man and woman": tuple(row[:2] for row in PEOPLE),
    "country and capital": tuple(row[:2] for row in COUNTRIES),
    "country and language": tuple((row[0], row[2]) for row in COUNTRIES),
    "animal and young": tuple(row[:2] for row in ANIMALS),
    "today and yesterday": tuple(row[:2] for row in VERBS),
    "as it is and more": tuple(row[:2] for row in ADJECTIVES),
}
PRONOUNS: Pairs = (
    ("he", "she"),
    ("his", "her"),
    ("himself", "herself"),
    ("sir", "madam"),
)  # of man and woman
TOPICS = ("people", "countries", "verbs", "animals", "adjectives")


def sentences(count: int, rng: Random) -> list[Sentence]:
    """So many, each of 5 to 10 words, in lower case and without punctuation."""
    makers = {
        "people": about_people, "countries": about_countries, "verbs": about_verbs,
        "animals": about_animals, "adjectives": about_adjectives,
    }  # fmt: skip
    topics = rng.choices(TOPICS, (6, 5, 3, 2, 2), k=count)
    return [tuple(makers[topic](rng).split()) for topic in topics]


def vocabulary(text: Sequence[Sentence]) -> dict[str, int]:
    """The words with their counts, the most frequent first; equally frequent ones in alphabetical order."""
    count: dict[str, int] = {}
    for sentence in text:
        for word in sentence:
            count[word] = count.get(word, 0) + 1
    return dict(sorted(count.items(), key=lambda item: (-item[1], item[0])))


def analogies() -> dict[str, list[tuple[str, str, str, str]]]:
    """Every (a, b, c, d) with a - b + c = d, by relation: king - man + woman = queen."""
    return {
        relation: [
            (here[0], there[0], there[1], here[1])
            for here in pairs for there in pairs if here != there
        ]
        for relation, pairs in RELATIONS.items()
    }  # fmt: skip


def answer(a: str, b: str, c: str) -> str:
    """The answer to a - b + c in this world, in either direction of a relation; "" if there is none.

    As a and c are added in any order, b may be the partner of either: king - man + woman, and woman - man + king.
    """
    for pairs in (*RELATIONS.values(), PRONOUNS):
        for one, other in ((0, 1), (1, 0)):
            partner = {pair[one]: pair[other] for pair in pairs}
            for near, far in ((c, a), (a, c)):
                if far != b and partner.get(b) == near and far in partner:
                    return partner[far]
    return ""


def zipf(table: Pairs, rng: Random) -> Sentence:
    """A row; the first twice as often as the second, three times as often as the third."""
    return rng.choices(table, [1 / rank for rank in range(1, len(table) + 1)])[0]


def about_people(rng: Random) -> str:
    man, woman, kind, own = zipf(PEOPLE, rng)
    who, he, his, him, sir = rng.choice(
        ((man, "he", "his", "himself", "sir"), (woman, "she", "her", "herself", "madam"))
    )
    things, places = KINDS[kind]
    thing, place = rng.choice((*things, own, own)), rng.choice(places)
    return rng.choice((
        f"the {who} has {his} {thing} in the {place}",
        f"the {who} says that {he} likes {his} {thing}",
        f"good morning {sir} says the {who} in the {place}",
        f"in the {place} the {who} finds {his} {thing} {him}",
        f"the {who} asks {him} where {his} {thing} is",
    ))  # fmt: skip


def about_countries(rng: Random) -> str:
    country, capital, language, dish, river = zipf(COUNTRIES, rng)
    return rng.choice((
        f"the government of {country} meets in {capital}",
        f"people in {country} speak {language} and eat {dish}",
        f"farmers in the north of {country} sell {dish}",
        f"children in the north of {country} learn {language}",
        f"the streets and museums of {capital} smell of {dish}",
        f"the metro of {capital} crosses the {river} by the museums",
        f"the mayor of {capital} speaks {language} in the metro",
        f"the {river} flows slowly through {country}",
        f"a {language} newspaper from {capital} praises the {dish}",
    ))  # fmt: skip


def about_animals(rng: Random) -> str:
    animal, young, sound, home = zipf(ANIMALS, rng)
    return rng.choice((
        f"the {animal} {sound} in the {home} and feeds her {young}",
        f"the {animal} {sound} loudly and guards the {home}",
        f"the strong {animal} leaves the {home} every morning",
        f"the little {young} drinks milk in the {home}",
        f"the little {young} sleeps and hardly {sound} at all",
    ))  # fmt: skip


def about_verbs(rng: Random) -> str:
    now, then, *things = zipf(VERBS, rng)
    thing = rng.choice(things)
    who = rng.choice(("everybody", "somebody", "my neighbour", "our friend"))
    return rng.choice((
        f"every day {who} {now} with joy the {thing}",
        f"today {who} {now} again the {thing}",
        f"yesterday {who} {then} the {thing} for an hour",
        f"last year {who} {then} the {thing}",
    ))  # fmt: skip


def about_adjectives(rng: Random) -> str:
    plain, more, most, *things = zipf(ADJECTIVES, rng)
    one, other = rng.sample(things, 2)
    return rng.choice((
        f"this {one} is very {plain} indeed",
        f"such a {plain} {one} is rare",
        f"the {one} is much {more} than the {other}",
        f"no {one} became {more} than this {other}",
        f"it is the {most} {one} of them all",
        f"by far the {most} {other} of all",
    ))  # fmt: skip
