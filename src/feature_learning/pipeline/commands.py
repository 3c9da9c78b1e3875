"""The command line: ``python -m feature_learning <stage>``, one subcommand a Snakemake rule, and some for its users."""

from __future__ import annotations

import argparse
import importlib
import sys
import traceback
from pathlib import Path

from feature_learning.core.errors import UserError

_ABOUT = "Figures are made by `snakemake figures/all`, whose rules call the stages below. For your own use: clean."
STAGES = {
    "sample": "generate the instance of one (setting, seed)",
    "train": "run one (setting, seed) of an experiment",
    "theory": "compute the predictions of one experiment",
    "aggregate": "collect the runs of one experiment in a table",
    "claims": "judge the claims of one paper",
    "render": "draw one figure",
    "gallery": "write the page of all figures and verdicts",
}
_PATHS = ("instance", "runs", "results", "figures", "out", "benchmark")
_TEXTS = ("setting", "settings", "declarations", "config", "paper", "figure", "scale", "device", "code")
_COUNTS = ("seed", "seeds")
_TAKES = {
    "sample": ("setting", "seed", "out", "benchmark"),
    "train": ("setting", "seed", "instance", "device", "code", "out", "benchmark"),
    "theory": ("settings", "out", "benchmark"),
    "aggregate": ("settings", "seeds", "runs", "out", "benchmark"),
    "claims": ("paper", "scale", "declarations", "results", "out", "benchmark"),
    "render": ("paper", "figure", "results", "out", "benchmark"),
    "gallery": ("config", "results", "figures", "out", "benchmark"),
}

_OTHERS = {"plan": "plan", "calibrate": "calibrate", "clean": "orphans"}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m feature_learning", description=_ABOUT)
    stages = parser.add_subparsers(dest="stage", required=True, metavar="STAGE")
    for stage, help_text in STAGES.items():
        sub = stages.add_parser(stage, help=help_text, description=help_text)
        for name in _TAKES[stage]:
            kind: type = Path if name in _PATHS else int if name in _COUNTS else str
            assert name in _PATHS + _TEXTS + _COUNTS
            sub.add_argument(f"--{name}", type=kind, required=True)
    plan = stages.add_parser("plan", help="say what a target would run, and what that takes, before anything runs")
    plan.add_argument("target", nargs="?", default="figures/all")
    plan.add_argument("--scale", help="by default that of config.yaml")
    plan.add_argument("--cores", type=int, help="by default all of this machine")
    plan.add_argument("--configfile", type=Path, help="as for Snakemake")
    calibrate = stages.add_parser("calibrate", help="write the rates that plan goes by, from the records of a run here")
    calibrate.add_argument("--scale", default="laptop")
    calibrate.add_argument("--results", type=Path, default=Path("results"))
    clean = stages.add_parser("clean", help="list, or remove, results of settings that config.yaml no longer has")
    clean.add_argument("--orphans", action="store_true", required=True)
    clean.add_argument("--remove", action="store_true", help="remove what is listed")
    return parser


_PARSER = _parser()  # when this is imported: jobs are forked from an interpreter that has done so


def main(arguments: list[str] | None = None) -> int:
    """Run one stage; an error ends with a line that names the job."""
    args = _PARSER.parse_args(arguments)
    stage = importlib.import_module(f"feature_learning.pipeline.{_OTHERS.get(args.stage, f'stages.{args.stage}')}")
    try:
        stage.run(args)
    except UserError as error:
        print(f"error in {_job(args)}: {error}", file=sys.stderr)
        return 1
    except Exception as error:  # the log's last line must name the job, whatever went wrong
        traceback.print_exc()
        first = next(iter(str(error).splitlines()), "")
        print(f"error in {_job(args)}: {type(error).__name__}: {first}", file=sys.stderr)
        return 1
    return 0


def _job(args: argparse.Namespace) -> str:
    """Name the job: stage, paper, experiment, setting, seed, as far as it has them."""
    from feature_learning.core.setting import Setting

    if "setting" in args:
        setting = Setting.from_json(args.setting)
        return f"{args.stage} of {setting.paper}/{setting.experiment}, setting {setting.label}, seed {args.seed}"
    return f"{args.stage} of {args.out}" if "out" in args else args.stage
