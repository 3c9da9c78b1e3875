"""What Slurm costs: 200 pairs of one second, on this machine alone, one job per pair, in bundles, and in one allocation.

PYTHONPATH=src:tests python benchmarks/slurm.py [--pairs 200] [--ways local pairs bundles allocation]

Starts its own Slurm on two cores, as the cluster tests do (needs root, Debian's slurm-wlm and munge). The pairs are those of the
tests' throw-away paper, each asleep for a second, so the times are those of Snakemake, the plugin and Slurm.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from cluster.slurm import Slurm, obstacle, running, until
from workflow.copies import Copy, copy_project, with_toy

TARGET = "results/smoke/metrics/toy2020/cloud.parquet"
SMOKE = ("--config", "scale=smoke")
SLURM = ("--workflow-profile", "profiles/slurm", "--slurm-no-account")
WAYS = ("local", "pairs", "bundles", "allocation")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=200)
    parser.add_argument("--ways", nargs="*", choices=WAYS, default=WAYS)
    args = parser.parse_args()
    if reason := obstacle():
        sys.exit(reason)
    with running() as slurm:
        for way in args.ways:
            wall = measured(slurm, args.pairs, way)
            extra = (wall - args.pairs / 2) / args.pairs
            print(f"{way}: {wall:.0f} s for {args.pairs} pairs of one second, {extra:.2f} s more per pair on two cores", flush=True)


def measured(slurm: Slurm, pairs: int, way: str) -> float:
    """Run the pairs in a copy of the project and return the wall time, in seconds."""
    with tempfile.TemporaryDirectory(prefix="seconds-") as folder:
        copy = with_toy(copy_project(Path(folder) / "project"))
        copy.configure(f"overrides: {{toy2020: {{experiments: {{cloud: {{seeds: {pairs}}}}}}}}}")
        copy.edit("cloud.py", "    yield {", "    time.sleep(1)\n    yield {")
        copy.edit("cloud.py", "from typing", "import time\nfrom typing")
        if way == "pairs":
            copy.edit("src/feature_learning/pipeline/forecast/bundles.py", "SECONDS = 300.0", "SECONDS = 0.0")
        start = time.perf_counter()
        if way == "allocation":
            _allocation(slurm, copy)
        else:
            options = ("--cores", "2") if way == "local" else SLURM
            _call([sys.executable, "-m", "snakemake", TARGET, *SMOKE, *options], copy)
        wall = time.perf_counter() - start
        if not (copy.root / TARGET).exists():
            sys.exit(f"{way} made nothing")
        return wall


def _allocation(slurm: Slurm, copy: Copy) -> None:
    call = f"{sys.executable} -m snakemake {TARGET} {' '.join(SMOKE)} --cores 2"
    options = ("--cpus-per-task=2", "--mem=1500", f"--chdir={copy.root}", f"--output={copy.root}/out")
    job = slurm.command("sbatch", "--parsable", *options, f"--wrap={call}").strip()
    until(lambda: job in slurm.jobs("COMPLETED,FAILED"), "the allocation to end", 3600)


def _call(command: list[str], copy: Copy) -> None:
    done = subprocess.run(command, cwd=copy.root, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"status {done.returncode}:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")


if __name__ == "__main__":
    main()
