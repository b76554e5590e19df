"""Templates of what is said about a program that was run: ``engine.kinds.code`` and ``app.practice.sandbox``."""

from app.web.languages.languages import N_

TEMPLATES = (
    N_("Right: all tests passed."),
    N_("%(right)s of %(all)s tests passed."),
    N_("First to look at: %(test)s. %(says)s"),
    N_("It returned nothing: %(problem)s."),
    N_("It raised an error, or did not come back."),
    N_("Not run: the one before did not end."),
    N_("It could not be run. Line %(line)s: %(problem)s"),
    N_("It could not be run. %(problem)s"),
    N_("The place where programs run did not open. Please try again."),
    N_("The program ended before its function could be called."),
    N_("The program was ended before it defined the function."),
    N_("This is not Python yet: %(problem)s."),
    N_("There is no function %(function)s in it."),
    N_("What it returned could not be read."),
    N_("It asked for more memory than there is here."),
    N_("It wrote more than %(most)s KiB and was ended. Print less."),
    N_("It took longer than %(seconds)s seconds and was ended. Does a loop not come to its end?"),
    N_(
        "It took longer than %(seconds)s seconds and was ended. Does a loop not come to its end, or does it sleep?"
    ),
    N_("The program ended before the function returned. It may have used up its memory, or ended itself."),
    N_("RecursionError: the function called itself too often"),
    N_(
        "That is not possible here: programs cannot start other programs or threads, write files or open connections. "
        "(%(problem)s)"
    ),
    N_("%(problem)s (line %(line)s)"),
)
