"""What Slurm costs: runs of one second, on this machine alone, in one allocation, and with one
job of Slurm each.

PYTHONPATH=src:tests python benchmarks/slurm.py [--ways local allocation profile]

Starts its own Slurm on two cores, as the cluster tests do (needs root, Debian's slurm-wlm and
munge). The runs are those of the tests' throw-away paper, each asleep for a second, so the times
are those of Snakemake, the plugin and Slurm.
"""

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
# How many runs; a job for each takes so long that a few must do.
WAYS = {"local": 200, "allocation": 200, "profile": 40}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--ways", nargs="*", choices=list(WAYS), default=list(WAYS))
    args = parser.parse_args()
    if reason := obstacle():
        print(f"Slurm is not measured: {reason}")
        return
    with running() as slurm:
        for way in args.ways:
            count = WAYS[way]
            wall = measured(slurm, count, way)
            extra = (wall - count / 2) / count
            print(
                f"{way}: {wall:.0f} s for {count} runs of one second, {extra:.2f} s more per run "
                "on two cores",
                flush=True,
            )


def measured(slurm: Slurm, count: int, way: str) -> float:
    """Run that many seeds in a copy of the project and return the wall time, in seconds."""
    with tempfile.TemporaryDirectory(prefix="seconds-") as folder:
        copy = with_toy(copy_project(Path(folder) / "project"))
        copy.configure(f"overrides: {{toy2020: {{experiments: {{cloud: {{seeds: {count}}}}}}}}}")
        experiment = "experiments/points.py"
        copy.edit(experiment, '    yield {"mean"', '    time.sleep(1)\n    yield {"mean"')
        copy.edit(experiment, "import numpy", "import time\n\nimport numpy")
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
    options = (
        "--cpus-per-task=2",
        "--mem=1500",
        f"--chdir={copy.root}",
        f"--output={copy.root}/out",
    )
    job = slurm.command("sbatch", "--parsable", *options, f"--wrap={call}").strip()
    until(lambda: job in slurm.jobs("COMPLETED,FAILED"), "the allocation to end", 3600)


def _call(command: list[str], copy: Copy) -> None:
    done = subprocess.run(command, cwd=copy.root, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"status {done.returncode}:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")


if __name__ == "__main__":
    main()
