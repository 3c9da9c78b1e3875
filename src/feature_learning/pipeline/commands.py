"""The command line, ``feature-learning``: the user's commands, and ``job``, which rules call."""

import argparse
import importlib
import os
import sys
import traceback
from pathlib import Path
from typing import Any

from feature_learning.core import parquet
from feature_learning.core.compiled_files import mending
from feature_learning.core.errors import UserError
from feature_learning.core.files import print_anything
from feature_learning.core.packages import commit, versions
from feature_learning.pipeline.declare.folders import PAPERS
from feature_learning.pipeline.run.task import Task

_ABOUT = (
    "Plan a run, read its verdicts, and keep or compare it. `snakemake figures/all` runs the "
    "pipeline and draws the figures."
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


class _Version(argparse.Action):
    """Prints the version and the commit."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        own = versions(["feature-learning"])["feature-learning"]
        print(f"feature-learning {own}, commit {commit()}")
        parser.exit()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="feature-learning", description=_ABOUT)
    parser.add_argument("--version", action=_Version, nargs=0, help="print version and commit")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def add(name: str, module: str, about: str) -> argparse.ArgumentParser:
        command = commands.add_parser(name, help=about, description=f"{about}.")
        command.set_defaults(module=module)
        return command

    # Without help, the list of commands does not show it.
    job = commands.add_parser("job", description="Run one job of a rule; Snakemake calls this.")
    job.add_argument("given", help="the stage and its input, as JSON")
    job.add_argument("out", type=Path, help="the first output")
    job.add_argument("log", type=Path)
    job.add_argument("device")
    job.add_argument("--seeds", type=int, default=0)
    plan = add(
        "plan",
        "forecast.plan",
        "Show the jobs that a target would run, their time and their memory, and run nothing",
    )
    decide = add(
        "decide",
        "forecast.decide",
        "Print the seeds that would settle inconclusive verdicts, as overrides, with their cost",
    )
    decide.add_argument(
        "--budget", help="limit the CPU time of the added seeds, as in 90s, 30m or 2h"
    )
    for command in (plan, decide):
        command.add_argument(
            "target",
            nargs="?",
            default="figures/all",
            metavar="TARGET",
            help="such as figures/all (the default), figures/mei2019 or figures/mei2019/fig2",
        )
    plan.add_argument(
        "--cores", type=int, help="assume this number of cores (default: all of this machine)"
    )
    keep = add(
        "record",
        "record.keep",
        "Keep the finished experiments of a run in record/, or check or restore the experiments "
        "that are kept",
    )
    instead = keep.add_mutually_exclusive_group()
    instead.add_argument(
        "--check",
        action="store_true",
        help="list the kept experiments that the present code still reproduces",
    )
    instead.add_argument(
        "--restore",
        action="store_true",
        help="copy the runs of these experiments to results/, to test and draw without training",
    )
    instead.add_argument(
        "--pages",
        action="store_true",
        help="write the pages of the record from its tables, with the present texts",
    )
    keep.add_argument(
        "--no-pictures", dest="pictures", action="store_false", help="keep tables and verdicts only"
    )
    keep.add_argument(
        "--sample",
        type=int,
        default=1,
        help="run this number of jobs of each changed experiment again (default: 1)",
    )
    compare = add(
        "compare",
        "record.compare",
        "Compare a finished run with a record or another run, table by table and claim by claim",
    )
    compare.add_argument(
        "--against",
        type=Path,
        help="compare with the record in this folder, or with another run in results/ (default: "
        "the record of the run's scale or, if there is none, of scale paper)",
    )
    verdicts = add(
        "verdicts",
        "report.ask",
        "Print the verdicts of a paper, a figure, a document or a statement",
    )
    verdicts.add_argument(
        "what",
        nargs="?",
        default="",
        metavar="NAME",
        help="such as moniri2023, moniri2023/fig6, moniri-talk or moniri-talk/delta-test; without "
        "a name, only the counts are printed",
    )
    for command in (plan, decide, keep, compare, verdicts):
        command.add_argument("--scale", help="use this scale (default: the scale in config.yaml)")
        command.add_argument(
            "--seed", type=int, help="use this master seed (default: the seed in config.yaml)"
        )
        command.add_argument("--name", help="use this variant (default: the name in config.yaml)")
        command.add_argument(
            "--configfile", type=Path, help="read this configuration file, as Snakemake does"
        )
    pictures = add(
        "pictures",
        "report.originals",
        "List the pictures that the authors published, each with the figure that reproduces it",
    )
    pictures.add_argument("paper", nargs="?", default="", metavar="PAPER", help="such as dandi2023")
    schema = add(
        "schema", "declare.editor", "Write the JSON schemas with which editors check the YAML files"
    )
    schema.add_argument(
        "--out", type=Path, default=Path("docs/schema"), help="write to this folder"
    )
    paper = add(
        "new-paper", "declare.new_paper", "Write the folder of a new paper, which runs immediately"
    )
    paper.add_argument("key", metavar="KEY", help="lower-case letters and digits, as in mei2019")
    paper.add_argument(
        "--into",
        type=Path,
        default=PAPERS,
        help="write to this folder of papers (default: the project's folder)",
    )
    return parser


PARSER = _parser()
"""Built at import: jobs are forked from an interpreter that has already imported this."""


def main(arguments: list[str] | None = None) -> int:
    """Run one command; after an error, the last line of the output names the job."""
    print_anything()
    args = PARSER.parse_args(arguments)
    name = args.command
    try:
        if args.command == "job":
            task = Task.of(args.given, args.out, args.log, args.device, args.seeds)
            name = task.name
            parquet.sign(Path("results"))  # in a module of another workflow nothing else does
            stage = _module(STAGES[task.stage])
            mending(lambda: stage.run(task))
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
