"""The command line ``examformer``: serve, migrate, back up; and the engine without the web, for checking keys."""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from app import __version__
from app.commands.archives import arguments as of_archives
from app.commands.backups import arguments as of_backups
from app.commands.refusal import Refused, json_object


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs one command and exits: status 2 and one line for a usage error, status 1 for findings of a check."""
    options = _parser().parse_args(arguments)
    try:
        sys.exit(options.run(options))
    except BrokenPipeError:
        sys.exit(0)
    except Exception as error:
        from app.settings import BadSettings

        if not isinstance(error, Refused | BadSettings):
            raise
        refusal = error if isinstance(error, Refused) else Refused(str(error))
        if getattr(options, "json", False):
            print(json.dumps({"error": refusal.as_json()}))
        else:
            print(f"examformer: {refusal}", file=sys.stderr)
        sys.exit(2)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("examformer", description=__doc__)
    parser.add_argument("--version", action="version", version=f"Examformer {__version__}")
    commands = parser.add_subparsers(required=True, metavar="command", dest="command")

    def command(name: str, run: Callable[[argparse.Namespace], int], help: str) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=help, description=help)
        added.set_defaults(run=run)
        return added

    command("serve", _serve, "migrate the database, then serve the pages")
    command("migrate", _migrate, "bring the database to this version, after a backup copy")
    of_backups.add(lambda name, help: command(name, _backups, help))
    of_archives.add(command)
    doctor = command("doctor", _doctor, "look at this machine and at the settings, and say what to do")
    doctor.add_argument(
        "--address", default="", metavar="URL", help="where people reach it (default: the public address)"
    )
    doctor.add_argument("--json", action="store_true")
    command("reports", _reports, "the reports that a key is wrong, newest first, one JSON object a line")

    user = command("user", _user_add, "add a person, or make a link to a new password")
    ways = user.add_subparsers(required=True, metavar="what")
    adding = ways.add_parser("add", help="an account; prints a link under which its password is chosen")
    adding.add_argument("email")
    adding.add_argument("--role", choices=("student", "instructor", "administrator"), default="student")
    linking = ways.add_parser("link", help="prints a link under which a new password is chosen")
    linking.add_argument("email")
    linking.set_defaults(run=_user_link)

    families = command("families", _families, "list the families of the engine")
    families.add_argument("--json", action="store_true")
    solve = command("solve", _solve, "compute a family's answers and steps")
    solve.add_argument("family", help="a family's id, or - for one JSON task a line on standard input")
    solve.add_argument("--params", default="{}", help="the parameters as JSON")
    solve.add_argument("--json", action="store_true")

    questions = command("questions", _questions, "list the question bank")
    questions.add_argument("--json", action="store_true")
    for name, run, text in (
        ("generate", _generate, "draw a question's numbers: prompt and parts, no key"),
        ("grade", _grade, "mark responses to a drawn question"),
    ):
        drawn = command(name, run, text)
        drawn.add_argument("question")
        drawn.add_argument("--seed", type=int, default=0)
        drawn.add_argument("--level", default=None)
        drawn.add_argument(
            "--set", action="append", default=[], metavar="PARAMETER=VALUE", help="a fixed parameter"
        )
        drawn.add_argument("--json", action="store_true")
        if name == "grade":
            drawn.add_argument("--responses", required=True, help='as JSON: {"part": "0.96", ...}')
    taking = command("import", _import, "make files of questions drafts of an instructor, as often as wanted")
    taking.add_argument("path", type=Path, help="a folder with .toml files, one such file, or a .zip archive")
    taking.add_argument("--owner", required=True, metavar="EMAIL")
    taking.add_argument(
        "--publish", action="store_true", help="publish those in which a check with 200 seeds finds nothing"
    )
    check = command("check", _check, "validate questions over many seeds")
    check.add_argument(
        "question", nargs="*", help="ids, or folders and files of one's own; the bank without any"
    )
    check.add_argument("--seeds", type=int, default=50)
    check.add_argument(
        "--coverage", action="store_true", help="count what the bank asks for, and draw nothing"
    )
    check.add_argument(
        "--bengali", action="store_true", help="count what of the bank is said in Bengali, and draw nothing"
    )
    check.add_argument(
        "--alike",
        action="store_true",
        help="pairs that may ask the same and are not yet kept apart, and draw nothing",
    )
    check.add_argument(
        "--details", action="store_true", help="also how often each mistake speaks, and which coincide"
    )
    export = command(
        "export", _export, "write questions with drawn numbers for another system, to standard output"
    )
    export.add_argument(
        "to",
        choices=["moodle", "qti-2.1", "qti-3.0", "cartridge", "anki"],
        help="anki: glossary, one-line questions and choices of the whole bank",
    )
    export.add_argument("question", nargs="*", help="ids; the whole bank without any")
    export.add_argument("--variants", type=int, default=3, help="of each question whose numbers are drawn")
    simulated = command("learners", _learners, "let simulated learners practise, and print how they fare")
    simulated.add_argument("--policy", choices=("next", "random", "syllabus", "fsrs"), default="next")
    simulated.add_argument("--learners", type=int, default=20, help="how many, of five kinds in turn")
    simulated.add_argument("--seed", type=int, default=0)
    simulated.add_argument("--placement", action="store_true", help="each does the placement first")
    simulated.add_argument(
        "--compare", action="store_true", help="compare models of mastery on their answers instead"
    )
    simulated.add_argument(
        "--own", action="store_true", help="compare on the answers of this installation's people"
    )
    simulated.add_argument("--json", action="store_true")
    command("relearn", _relearn, "work out anew what everybody knows, from the marks that are stored")
    new = command("new-family", _new_family, "write the skeleton of a family and of its oracle")
    new.add_argument("id", help="for example mean_squared_error")
    new.add_argument("--subject", required=True, help="the folder, for example training")
    return parser


def _serve(options: argparse.Namespace) -> int:
    from app.commands import serving
    from app.settings import settings

    return serving.serve(settings())


def _migrate(options: argparse.Namespace) -> int:
    from app.database import migration
    from app.settings import settings

    try:
        copy = migration.upgrade(url := settings().database_url)
    except (migration.NewerDatabase, OSError) as error:
        raise Refused(str(error)) from error
    print(f"{migration.place(url)} is up to date.{f' Before that it was copied to {copy}.' if copy else ''}")
    return 0


def _backups(options: argparse.Namespace) -> int:
    from app.commands.backups import commands

    return commands.run(options)


def _doctor(options: argparse.Namespace) -> int:
    from app.commands.doctor import report

    return report.doctor(options.address, options.json)


def _reports(options: argparse.Namespace) -> int:
    from app.commands import reporting

    for line in reporting.reports():
        print(line)
    return 0


def _user_add(options: argparse.Namespace) -> int:
    from app.commands import invitations

    print(invitations.add(options.email, options.role))
    return 0


def _user_link(options: argparse.Namespace) -> int:
    from app.commands import invitations

    print(invitations.link(options.email))
    return 0


def _families(options: argparse.Namespace) -> int:
    from app.commands import solving

    listed = solving.families()
    return _print(listed, options.json, [f"{f['id']:<24} {f['section']:<6} {f['title']}" for f in listed])


def _solve(options: argparse.Namespace) -> int:
    from app.commands import solving

    if options.family == "-":
        for line in sys.stdin:
            if line.strip():
                print(json.dumps(solving.solved_line(line), ensure_ascii=False), flush=True)
        return 0
    solved = solving.solve(options.family, json_object(options.params, "--params"))
    return _print(solved, options.json, solving.lines(solved))


def _questions(options: argparse.Namespace) -> int:
    from app.commands import terminal

    listed = terminal.questions()
    return _print(listed, options.json, [f"{q['id']:<40} {q['section']:<6} {q['title']}" for q in listed])


def _generate(options: argparse.Namespace) -> int:
    from app.commands import terminal

    drawn = terminal.generate(options.question, options.seed, options.level, options.set)
    lines = [drawn["prompt"], "", *(f"  {p['name']} ({p['points']:g}): {p['title']}" for p in drawn["parts"])]
    return _print(drawn, options.json, lines)


def _grade(options: argparse.Namespace) -> int:
    from app.commands import terminal

    responses = json_object(options.responses, "--responses")
    graded = terminal.grade(options.question, options.seed, options.level, options.set, responses)
    lines = [f"{graded['score']:g} of {graded['max_score']:g}"]
    lines += [f"  {name}: {part['credit']:g}  {part['feedback']}" for name, part in graded["parts"].items()]
    return _print(graded, options.json, lines)


def _check(options: argparse.Namespace) -> int:
    from app.commands import alike, bengali, checking, coverage
    from app.questions.installed import bank

    if options.alike:
        return alike.alike(options.question)
    if options.bengali:
        return bengali.bengali(bank())
    if options.coverage:
        return coverage.coverage(bank())
    return checking.check(options.question, options.seeds, options.details)


def _learners(options: argparse.Namespace) -> int:
    from app.commands import learners

    if options.learners < 1:
        raise Refused("--learners must be at least 1")
    if options.own:
        print(learners.compare_own(options.json))
    elif options.compare:
        print(learners.compare(options.learners, options.seed, options.json))
    else:
        print(
            learners.learners(options.policy, options.learners, options.seed, options.json, options.placement)
        )
    return 0


def _relearn(options: argparse.Namespace) -> int:
    from app.commands import relearning

    print(relearning.relearn())
    return 0


def _import(options: argparse.Namespace) -> int:
    from app.commands import importing

    return importing.take(options.path, options.owner, options.publish)


def _export(options: argparse.Namespace) -> int:
    from app.commands import exporting

    return exporting.export(options.to, options.question, options.variants)


def _new_family(options: argparse.Namespace) -> int:
    from app.commands import scaffold

    for path in scaffold.new_family(options.id, options.subject):
        print(path)
    return 0


def _print(value: Any, as_json: bool, lines: Sequence[str]) -> int:
    print(json.dumps(value, ensure_ascii=False) if as_json else "\n".join(lines))
    return 0
