"""The cost of the pipeline: a run in a temporary copy, first from scratch, then with nothing to do.

python benchmarks/overhead.py [--scale laptop] [--cores all] [--target figures/all]
                              [--papers moniri2023 mei2019] [--kernels JSON]
"""

import argparse
import json
import math
import os
import platform
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

import pandas as pd
import report_tables

from feature_learning.pipeline.declare.catalogue import load
from feature_learning.pipeline.forecast.costs import CostModel, Job
from feature_learning.pipeline.forecast.measured import jobs_of

ROOT = Path(__file__).resolve().parents[1]
REPORT = ROOT / "benchmarks/report.md"
_EXPERIMENTS = (
    "CPU seconds of the pairs' jobs: science, and the rest; the most memory that a process grew by."
)
_KERNELS = (
    "Seconds of the fastest round, and what each benchmark compares in one run: mostly with the "
    "plain form of the kernel."
)
Jobs = Sequence[tuple[Job, dict[str, Any]]]
"""Jobs with their records."""
COPIED = ("Snakefile", "config.yaml", "profiles", "workflow", "src")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--scale", default="laptop")
    parser.add_argument("--cores", default="all")
    parser.add_argument("--target", default="figures/all")
    parser.add_argument(
        "--papers", nargs="*", default=[], help="only these papers; by default those of config.yaml"
    )
    parser.add_argument(
        "--kernels",
        type=Path,
        help="what pytest --benchmark-json wrote, for kernels.parquet and the report",
    )
    parser.add_argument(
        "--out",
        type=Path,
        default=REPORT,
        help="where to write the report; its tables are written beside it as Parquet",
    )
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        copy = Path(temporary)
        for name in COPIED:
            source = ROOT / name
            (shutil.copytree if source.is_dir() else shutil.copy)(source, copy / name)
        command = [
            sys.executable,
            "-m",
            "snakemake",
            args.target,
            "--cores",
            args.cores,
            "--config",
            f"scale={args.scale}",
        ]
        if args.papers:
            command.append(f"papers={json.dumps(args.papers)}")
        first, again = timed(command, copy), timed(command, copy)
        folder = copy / "results" / args.scale / "benchmarks"
        jobs = list(jobs_of(folder))
    model = CostModel(load({"scale": args.scale}))
    text = report(" ".join(["snakemake", *command[3:]]), jobs, first, again)
    found = report_tables.experiments(jobs)
    found.to_parquet(args.out.with_suffix(".parquet"), index=False)
    text += section("Experiments", _EXPERIMENTS, found)
    if args.kernels is not None:
        measured = report_tables.kernels(args.kernels)
        measured.to_parquet(args.out.with_name("kernels.parquet"), index=False)
        text += section("Kernels", _KERNELS, measured)
    text += forecasts(jobs, model)
    print(text, end="")
    args.out.write_text(text)


def section(title: str, about: str, table: pd.DataFrame) -> str:
    """Return a part of the report."""
    return f"\n# {title}\n\n{about}\n\n{report_tables.markdown(table)}\n"


def timed(command: list[str], folder: Path) -> tuple[float, float]:
    """Run a command; return its wall time and the CPU time of the process tree that it waits for,
    in seconds.
    """
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def report(command: str, jobs: Jobs, first: tuple[float, float], again: tuple[float, float]) -> str:
    """Return the table, in Markdown."""
    records = [record for _, record in jobs]
    of = {
        stage: [r for r in records if r["stage"] == stage]
        for stage in {r["stage"] for r in records}
    }
    pair_jobs = of.get("sample", []) + of.get("train", [])
    pairs, figures = len(of.get("train", [])), of.get("render", [])
    scientific = sum(r["science_cpu_s"] for r in pair_jobs)
    around = sum(r["cpu_s"] - r["science_cpu_s"] for r in pair_jobs)
    # What was used beyond the jobs' own count: Snakemake, the shells, the ends of the interpreters.
    # On Linux jobs are forks of the warm interpreter, for which no process waits, so the count of
    # the process tree does not include them.
    counted = sum(r["cpu_s"] for r in records)
    whole = first[1] + (counted if sys.platform == "linux" else 0.0)
    scheduling = (whole - counted) / len(records)
    around_pair = around / pairs + scheduling * len(pair_jobs) / pairs if pairs else float("nan")
    around_figure = (
        sum(r["cpu_s"] - r["science_cpu_s"] for r in figures) / len(figures) + scheduling
        if figures
        else float("nan")
    )
    largest, most = max(jobs, key=lambda one: one[1]["grown_mb"])
    rows = [
        ("wall time, from nothing", f"{first[0]:.1f} s"),
        ("CPU time, whole process tree", f"{whole:.1f} s"),
        ("jobs", f"{len(records)}"),
        ("(setting, seed) pairs", f"{pairs}"),
        ("science CPU, all pairs", f"{scientific:.1f} s"),
        ("science CPU per pair", f"{scientific / pairs if pairs else float('nan'):.2f} s"),
        ("overhead CPU per pair", f"{around_pair:.2f} s"),
        (
            "of that, Snakemake and shells",
            f"{scheduling * len(pair_jobs) / pairs if pairs else float('nan'):.2f} s",
        ),
        ("overhead CPU per figure (imports, layout, four files)", f"{around_figure:.2f} s"),
        (
            "most memory that a job's process grew by",
            f"{most['grown_mb']:.0f} MB ({largest.stage} of {largest.paper}/{largest.name})",
        ),
        ("second run, nothing to do: wall time", f"{again[0]:.1f} s"),
        ("second run, nothing to do: CPU time", f"{again[1]:.1f} s"),
    ]
    return "\n".join(
        [
            "# Overhead",
            "",
            f"`{command}` in a fresh copy, {os.cpu_count()} cores, Python "
            f"{platform.python_version()}; written by `make bench`.",
            "",
            "| what | measured |",
            "|---|---|",
            *(f"| {name} | {value} |" for name, value in rows),
            "",
            "A pair is a `sample` and a `train` job. Science is what runs inside the papers' "
            "functions. The overhead of a pair is the",
            "rest of both jobs (interpreter, imports, files) and two jobs' share of what Snakemake "
            "and the shells use beyond the jobs.",
            "",
        ]
    )


def misfit(jobs: Jobs, model: CostModel) -> dict[str, float]:
    """Return the median factor, above 1 either way, between forecast and measured CPU time of the
    ``train`` jobs by experiment. The entry ``all`` is the median over all jobs.
    """
    logs: dict[str, list[float]] = defaultdict(list)
    for job, record in jobs:
        if job.stage == "train":
            off = abs(math.log(model.forecast(job).seconds / record["cpu_s"]))
            logs[f"{job.paper}/{job.name}"].append(off)
            logs["all"].append(off)
    return {key: math.exp(median(off)) for key, off in logs.items()}


def forecasts(jobs: Jobs, model: CostModel) -> str:
    """Return how far the cost model was off, by experiment, in Markdown."""
    off = misfit(jobs, model)
    every = off.pop("all")
    worst = sorted(off.items(), key=lambda entry: entry[1], reverse=True)
    return "\n".join(
        [
            "",
            "# Forecasts",
            "",
            "CPU time of the `train` jobs of this run, forecast (docs/planning.md) against "
            f"measured: a factor {every:.2f} off in the",
            f"median over jobs, {sum(factor <= 1.5 for factor in off.values())} of {len(off)} "
            "experiments within 1.5.",
            "",
            "| experiment | median factor |",
            "|---|---|",
            *(f"| {name} | {factor:.2f} |" for name, factor in worst),
            "",
        ]
    )


if __name__ == "__main__":
    main()
