"""The cards of data files in the editor's form."""

from app.authoring.drafting.fields import Cards, Control, Field
from app.web.languages.languages import N_

FILES = Cards(
    "files", N_("Data files"), N_("Data file"),
    N_("Small texts that students download: a table, a corpus, records. A program finds each under its name, to be "
       "read and not to be changed. Name them in the question, too."),
    fields=(
        Field("file", N_("File"),
              N_("CSV, TSV, TXT, JSON or JSONL in UTF-8, up to 64 kB. It is stored as it is; formulas in it are data."),
              control=Control.FILE, needed=True),
        Field("name", N_("Name"), N_("Students and programs call it so."), "pairs.csv", Control.WORD, needed=True,
              wide=True),
    ),
    fresh=((N_("Add a data file"), {"name": "", "file": ""}),),
    called="name", ordered=False, most=4,
    full=N_("A question has at most four data files. Remove one to add another."),
)  # fmt: skip
