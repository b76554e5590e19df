"""The tests that several rows rest on."""

AXE = "tests/browser/web/test_every_page.py"  # axe-core and structure, on every page in every look
HEARD = "tests/browser/web/test_heard.py"
KEYBOARD = "tests/browser/web/test_keyboard.py"
TEXT = "tests/browser/web/test_text_settings.py"
LOOKS = "tests/browser/web/test_looks.py"
COLOURS = "tests/app/web/test_colours.py"
FIGURES = "tests/browser/figures/test_figures.py"
BY_KEYBOARD = "tests/browser/practice/test_by_keyboard.py"
KINDS = "tests/browser/practice/test_kinds.py"  # orders, matches and choices
