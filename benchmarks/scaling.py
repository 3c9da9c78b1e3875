"""Time and memory of the kernels that the papers share, as each size grows on its own, against the
exponents of their arithmetic.

python benchmarks/scaling.py [--kernels ridge-path kernel-ridge] [--factors 1 2 4 8] [--rounds 4]

Writes scaling.png, and the fitted exponents into report.md. Fails if an exponent exceeds the
expected one by more than `SLACK`. At small sizes lower terms, such as the interpreter, make costs
grow more slowly. Run it on one thread: ``OMP_NUM_THREADS=1``.
"""

import argparse
import math
import sys
import time
import tracemalloc
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd
import report_tables
from scaled_kernels import KERNELS, Call

from feature_learning.plotting.palette import MARKERS, UNORDERED
from feature_learning.plotting.sheet import Sheet
from feature_learning.plotting.targets import styled
from feature_learning.statistics.exponents import loglog_slope

HERE = Path(__file__).resolve().parent
SLACK = 0.25
TITLE = "# Scaling"
_ABOUT = (
    "CPU time of one call on one thread and the most memory that its arrays held, each size of a "
    "kernel varied with the others at their\n"
    "smallest: fitted exponents, and those of the leading terms of arithmetic and memory. Memory "
    "outside of NumPy is not traced."
)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kernels", nargs="*", choices=list(KERNELS), default=list(KERNELS))
    parser.add_argument("--factors", nargs="*", type=int, default=[1, 2, 4, 8])
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument(
        "--out", type=Path, default=HERE, help="the folder of report.md and scaling.png"
    )
    args = parser.parse_args()
    measured = pd.concat(
        [costs(name, args.factors, args.rounds) for name in args.kernels], ignore_index=True
    )
    found = exponents(measured)
    draw(measured, args.out / "scaling.png")
    report = args.out / "report.md"
    before = report.read_text().split(f"\n{TITLE}\n")[0] if report.exists() else ""
    report.write_text(
        f"{before}\n{TITLE}\n\n{_ABOUT}\n\n![scaling](scaling.png)\n\n{report_tables.markdown(found)}\n"
    )
    print(report_tables.markdown(found))
    if worse := too_fast(found):
        sys.exit(f"cost grows faster than expected: {', '.join(worse)}")


def costs(name: str, factors: Sequence[int], rounds: int) -> pd.DataFrame:
    """Return one row per size and factor of a kernel: CPU seconds of the fastest call, and the most
    that its arrays held, in MB.
    """
    kernel, rows = KERNELS[name], []
    for variable in kernel.time:
        for factor in sorted(factors):
            sizes = {**kernel.sizes, variable: kernel.sizes[variable] * factor}
            call = kernel.prepare(sizes, np.random.default_rng(factor))
            call()  # what libraries load at their first use is not the kernel's
            seconds = min(_seconds(call) for _ in range(rounds))
            mb = _held(call) if variable in kernel.memory else math.nan
            rows.append(
                {
                    "kernel": name,
                    "variable": variable,
                    "factor": factor,
                    "size": sizes[variable],
                    "seconds": seconds,
                    "mb": mb,
                }
            )
    return pd.DataFrame(rows)


def _seconds(call: Call) -> float:
    start = time.process_time()
    call()
    return time.process_time() - start


def _held(call: Call) -> float:
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        found = call()
        held = tracemalloc.get_traced_memory()[1] - before
        del found
    finally:
        tracemalloc.stop()
    return held / 1e6


def exponents(measured: pd.DataFrame) -> pd.DataFrame:
    """Return one row per kernel and size: fitted and expected exponents of time and memory, NaN
    where memory is not traced.
    """
    rows = []
    for (name, variable), own in measured.groupby(["kernel", "variable"], sort=False):
        kernel, sizes = KERNELS[str(name)], own["size"].to_numpy(float)
        rows.append(
            {
                "kernel": name,
                "variable": variable,
                "time": loglog_slope(sizes, own["seconds"].to_numpy()),
                "expected time": float(kernel.time[str(variable)]),
                "memory": loglog_slope(sizes, own["mb"].to_numpy()),
                "expected memory": float(kernel.memory.get(str(variable), math.nan)),
                "seconds at the largest": own["seconds"].iloc[-1],
            }
        )
    return pd.DataFrame(rows)


def too_fast(found: pd.DataFrame) -> list[str]:
    """Return which exponents are more than `SLACK` above the expected ones."""
    return [
        f"{what} of {row['kernel']} with {row['variable']}"
        for row in found.to_dict("records")
        for what in ("time", "memory")
        if row[what] > row[f"expected {what}"] + SLACK
    ]


def draw(measured: pd.DataFrame, path: Path) -> None:
    """Draw one panel of times per kernel; black lines have the expected exponents."""
    names = list(measured["kernel"].unique())
    with styled("icml") as target:
        figure = Sheet(target)
        columns = min(3, len(names))
        axes = figure.panels(-(-len(names) // columns), columns, height=1.9)
        for ax, name in zip(axes, names, strict=False):
            ax.set_title(name.replace("-", " "))
            for series, (variable, own) in enumerate(
                measured[measured["kernel"] == name].groupby("variable", sort=False)
            ):
                color, marker = UNORDERED[series], MARKERS[series]
                ax.plot(
                    own["factor"],
                    own["seconds"],
                    color=color,
                    marker=marker,
                    markerfacecolor="white",
                    linestyle="none",
                    label=variable,
                )
                law = own["seconds"].iloc[0] * own["factor"] ** KERNELS[name].time[str(variable)]
                ax.plot(own["factor"], law, color="black", linewidth=0.8, zorder=1)
            ax.set(xscale="log", yscale="log", xlabel="size / smallest size", ylabel="CPU seconds")
            ax.legend()
        for ax in axes[len(names) :]:
            ax.remove()
        figure.arrange()
        figure.savefig(path, dpi=200)


if __name__ == "__main__":
    main()
