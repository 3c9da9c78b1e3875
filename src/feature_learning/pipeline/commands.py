"""The command line, ``feature-learning``: commands for people, and ``job``, which rules call."""

import argparse
import importlib
import os
import sys
import traceback
from pathlib import Path
from typing import Any

from feature_learning.core.errors import UserError
from feature_learning.pipeline.declare.folders import PAPERS
from feature_learning.pipeline.run.task import Task

_ABOUT = (
    "Figures are made by `snakemake figures/all`, whose rules call `job`. "
    "For your own use: plan, pictures, verdicts, decide, record, compare, schema and "
    "new-paper."
)
STAGES = {
    "sample": "run.sample",
    "train": "run.train",
    "theory": "run.theory",
    "aggregate": "run.aggregate",
    "claims": "run.claims",
    "render": "run.render",
    "page": "report.paper_page",
    "gallery": "report.gallery",
}
"""The module of each stage below ``pipeline``, whose ``run`` takes a `Task`."""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="feature-learning", description=_ABOUT)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def add(name: str, module: str, about: str) -> argparse.ArgumentParser:
        command = commands.add_parser(name, help=about, description=about)
        command.set_defaults(module=module)
        return command

    job = add("job", "", "run one job of a rule; Snakemake calls this")
    job.add_argument("given", help="the stage and what it takes, as JSON")
    job.add_argument("out", type=Path, help="the first output")
    job.add_argument("log", type=Path)
    job.add_argument("device")
    job.add_argument("--seeds", type=int, default=0)
    plan = add(
        "plan",
        "forecast.plan",
        "show what a target would run and how long it would take; nothing runs",
    )
    decide = add(
        "decide",
        "forecast.decide",
        "print the seeds that would decide open verdicts, as overrides, with their price",
    )
    decide.add_argument("--budget", help="CPU time to spend at most: 90s, 30m, 2h")
    for command in (plan, decide):
        command.add_argument("target", nargs="?", default="figures/all")
    plan.add_argument("--cores", type=int, help="by default all of this machine's")
    keep = add(
        "record",
        "record.keep",
        "keep the finished experiments of a run in record/, or check or restore those that are "
        "kept",
    )
    instead = keep.add_mutually_exclusive_group()
    instead.add_argument(
        "--check", action="store_true", help="say which kept experiments today's code still makes"
    )
    instead.add_argument(
        "--restore",
        action="store_true",
        help="put the runs of those into results/, to judge and draw without training",
    )
    instead.add_argument(
        "--pages",
        action="store_true",
        help="write the pages of the record by today's texts, from its tables",
    )
    keep.add_argument(
        "--no-pictures",
        dest="pictures",
        action="store_false",
        help="keep tables and verdicts alone",
    )
    keep.add_argument(
        "--sample",
        type=int,
        default=1,
        help="how many jobs of each changed experiment to run again, by default 1",
    )
    compare = add(
        "compare",
        "record.compare",
        "hold a finished run against a record, table by table and claim by claim",
    )
    compare.add_argument(
        "--against",
        type=Path,
        help="the folder of the record, by default that of the run's scale or, without it, of "
        "scale paper",
    )
    verdicts = add(
        "verdicts",
        "report.ask",
        "print the verdicts of a run: of a paper, a figure, a document or a statement",
    )
    verdicts.add_argument(
        "what",
        nargs="?",
        default="",
        metavar="NAME",
        help="such as moniri2023, moniri2023/fig6, moniri-talk or moniri-talk/delta-test",
    )
    for command in (plan, decide, keep, compare, verdicts):
        command.add_argument("--scale", help="by default the one in config.yaml")
        command.add_argument(
            "--seed", type=int, help="the master seed, by default the one in config.yaml"
        )
        command.add_argument("--name", help="the variant, by default the one in config.yaml")
        command.add_argument("--configfile", type=Path, help="as for Snakemake")
    pictures = add(
        "pictures",
        "report.originals",
        "list the pictures that authors published, each with the figure that reproduces it",
    )
    pictures.add_argument("paper", nargs="?", default="", metavar="PAPER", help="such as dandi2023")
    schema = add(
        "schema", "declare.editor", "write the JSON schemas with which editors check the YAML files"
    )
    schema.add_argument("--out", type=Path, default=Path("docs/schema"))
    paper = add(
        "new-paper", "declare.new_paper", "write the folder of a new paper, which runs at once"
    )
    paper.add_argument("key", metavar="KEY", help="lower-case letters and digits, as in mei2019")
    paper.add_argument(
        "--into",
        type=Path,
        default=PAPERS,
        help="the folder that holds papers, by default the project's",
    )
    return parser


# Built at import: jobs are forked from an interpreter that has already imported this.
_PARSER = _parser()


def main(arguments: list[str] | None = None) -> int:
    """Run one command; after an error, the last line of the output names the job."""
    args = _PARSER.parse_args(arguments)
    name = args.command
    try:
        if args.command == "job":
            task = Task.of(args.given, args.out, args.log, args.device, args.seeds)
            name = task.name
            _module(STAGES[task.stage]).run(task)
        else:
            _module(args.module).run(args)
        sys.stdout.flush()
    except UserError as error:
        print(f"error in {name}: {error}", file=sys.stderr)
        return 1
    except Exception as error:  # the last line of the log must name the job, whatever went wrong
        if isinstance(error, BrokenPipeError) and args.command != "job":
            # Whoever reads the output, such as head, has seen enough.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 1
        traceback.print_exc()
        first = next(iter(str(error).splitlines()), "")
        print(f"error in {name}: {type(error).__name__}: {first}", file=sys.stderr)
        return 1
    return 0


def _module(name: str) -> Any:
    return importlib.import_module(f"feature_learning.pipeline.{name}")
