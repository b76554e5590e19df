"""The cache of keys and values grows by the same piece with every token; shared heads make the piece smaller."""

from engine import catalogue
from engine.chain import run
from engine.families.systems.kv_cache import GIB
from engine.figures.figure import Figure, Frame
from engine.figures.handles import Amount, Options, as_named
from engine.figures.wording import counted, shown
from engine.solutions.pictures import Curve, Line

QUERY_HEADS, LONGEST, THOUSAND = 32, 131_072, 1000
SHARED = {
    32: "every query head has keys and values of its own",
    8: "4 query heads share each key-value head",
    1: "all query heads share one key-value head",
}

figure = Figure(
    "kv-cache",
    "The key-value cache grows with every token",
    family="kv_cache",
    section="2.8",
    question="kv-cache-of-a-chat-server",
    start={"layers": 32, "d_head": 128, "batch": 1},
    handles=(
        Amount("context", "Tokens so far", 8192, least=1, most=LONGEST, step=1024),
        Options(
            "heads",
            f"Key-value heads for {QUERY_HEADS} query heads",
            "8",
            values={str(heads): (heads, str(heads)) for heads in SHARED},
            puts=as_named("kv_heads"),
            gets=lambda given: given["kv_heads"],
        ),
        Options(
            "bits",
            "Bits of a stored number",
            "16",
            values={"16": (2, "16"), "8": (1, "8"), "4": (0.5, "4")},
            puts=as_named("bytes_per_value"),
            gets=lambda given: given["bytes_per_value"],
        ),
    ),
    opens=lambda here: ("total_gib" if here["total_bytes"] >= GIB / 100 else "total_bytes", ()),
)


def written(count: float) -> str:
    """So many bytes, in the largest unit of which there is at least one."""
    for unit, whole in (("GiB", GIB), ("MiB", 2**20), ("KiB", 2**10)):
        if count >= whole:
            return f"{shown(count / whole).removesuffix('.00')} {unit}"
    return f"{count:g} bytes"


def weights() -> float:
    """The weights of a model of 8 billion parameters in 16 bits, in GiB."""
    family = catalogue.find("weight_memory")
    return (
        float(run(family, family.parameters.of({"parameters": 8e9, "bits": 16})).reached["gb"]) * 1e9 / 2**30
    )


@figure.draws
def curve(here: Frame) -> Curve:
    places = range(0, LONGEST + 1, LONGEST // 4)

    def line(heads: int) -> Line:
        others = (here.run.parameters.replace(kv_heads=heads, context=at) for at in places)
        sizes = [float(run(here.run.family, other).reached["total_gib"]) for other in others]
        here_too = ", here" if heads == here["kv_heads"] else ""
        return Line(
            f"{counted(heads, 'head')}{here_too}",
            tuple((at / THOUSAND, size) for at, size in zip(places, sizes, strict=True)),
        )

    full, grouped, one = map(line, SHARED)
    return Curve(
        f"The cache of one conversation, {here['bits']} bits per number",
        f"One line per number of key-value heads, and the weights of the model itself ({shown(weights())} GiB).",
        "tokens, in thousands",
        "GiB",
        (full, grouped, one, Line("weights", ((0, weights()), (LONGEST / THOUSAND, weights())))),
        marks=((written(here["total_bytes"]), here["context"] / THOUSAND, float(here["total_gib"])),),
    )


@figure.says
def sentence(now: Frame, before: Frame | None) -> str:
    size, each, weigh = written(now["total_bytes"]), written(now["bytes_per_token"]), weights()
    if before is None:
        tokens = "one token takes" if now["context"] == 1 else f"{now['context']:,} tokens take"
        return (
            f"Each token adds {each} of keys and values: {tokens} {size}, "
            f"beside {shown(weigh)} GiB of weights."
        )
    more = f", more than the {shown(weigh)} GiB of the weights" if now["total_gib"] > weigh else ""
    way, was = (
        "rises" if now["total_bytes"] > before["total_bytes"] else "falls",
        written(before["total_bytes"]),
    )
    told = f"The cache {f'{way} from {was} to {size}' if size != was else f'stays near {size}'}{more}"
    if before["heads"] != now["heads"]:
        return f"{told}: {SHARED[now['kv_heads']]}, so a token adds {each}."
    if before["bits"] != now["bits"]:
        return f"{told}: as many numbers per token, in {now['bits']} bits each, so a token adds {each}."
    return f"{told}: the last token adds {each}, as the first one did."
