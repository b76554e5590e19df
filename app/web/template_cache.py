"""Templates as Jinja compiled them, kept from one start to the next: most of a first page is compiling."""

import jinja2
from jinja2.bccache import Bucket, BytecodeCache

from app.settings import settings
from app.web.languages.languages import LOCALE
from engine.cache import fingerprint
from engine.cache.disk import DiskCache, Kept


class TemplateCache(BytecodeCache):
    """The templates of one language. Besides the template's own text, which Jinja compares, a compiled one holds what
    filters make of constants: it counts as long as our code and the catalogue are those of then."""

    def __init__(self, language: str) -> None:
        made_of = fingerprint.of_code(), jinja2.__version__, fingerprint.of_folder(LOCALE, f"{language}.po")
        self._kept = Kept(DiskCache(settings().cache), f"templates-{language}", " ".join(made_of))

    def load_bytecode(self, bucket: Bucket) -> None:
        if content := self._kept.read(bucket.key):
            bucket.bytecode_from_string(content)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._kept.write(bucket.key, bucket.bytecode_to_string())
