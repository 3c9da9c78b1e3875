"""What Slurm costs compared with running on this machine alone: one-second jobs as single Slurm jobs, in groups, and as a job array.

PYTHONPATH=src:tests python benchmarks/slurm.py [--jobs 200] [--ways local groups each arrays]

Starts its own Slurm on two cores, as the cluster tests do (needs root, Debian's slurm-wlm and munge). The rule does almost
nothing, so the times are those of Snakemake, the plugin and Slurm.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from cluster.slurm import obstacle, running

ROOT = Path(__file__).resolve().parents[1]
RULES = """\
localrules: all

rule all:
    input: expand("done/{{k}}", k=range({jobs}))

rule second:
    output: "done/{{k}}"
    shell: "sleep 1; touch {{output}}"
"""
SLURM = ("--workflow-profile", "profiles/slurm", "--slurm-no-account")
WAYS = {
    "local": ("--cores", "2"),
    "groups": (*SLURM, "--groups", "second=some", "--group-components", "some=20", "--cores", "1", "--resources", "mem_mb=1000"),
    "each": SLURM,
    "arrays": (*SLURM, "--slurm-array-jobs", "all", "--slurm-array-limit", "50", "--jobs", "100000", "--latency-wait", "300"),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=200)
    parser.add_argument("--ways", nargs="*", choices=list(WAYS), default=list(WAYS))
    args = parser.parse_args()
    if reason := obstacle():
        sys.exit(reason)
    with running():
        for way in args.ways:
            print(f"{way}: {measured(args.jobs, WAYS[way]):.0f} s for {args.jobs} jobs of one second", flush=True)


def measured(jobs: int, options: tuple[str, ...]) -> float:
    """Run the jobs in a folder of their own and return the wall time, in seconds."""
    with tempfile.TemporaryDirectory(prefix="seconds-") as name:
        folder = Path(name)
        (folder / "Snakefile").write_text(RULES.format(jobs=jobs))
        shutil.copytree(ROOT / "profiles/slurm", folder / "profiles/slurm")
        start = time.perf_counter()
        done = subprocess.run([sys.executable, "-m", "snakemake", *options], cwd=folder, capture_output=True, text=True)
        wall = time.perf_counter() - start
        made = len(list(folder.glob("done/*")))
        if done.returncode or made < jobs:
            sys.exit(f"{made} of {jobs} jobs done, status {done.returncode}:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
        return wall


if __name__ == "__main__":
    main()
