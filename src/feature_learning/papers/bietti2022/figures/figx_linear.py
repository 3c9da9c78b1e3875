"""Methods that do not learn the direction, kernel ridge regression and random features, over the
network.
"""

import pandas as pd

from feature_learning import plotting as plot
from feature_learning.papers.bietti2022.shared.panels import exponent_hue
from feature_learning.papers.bietti2022.shared.thresholds import MIDDLE, best
from feature_learning.plotting import Sheet, Tables


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the risk of either method over the network's, against all samples and against the
    number of neurons, by s.
    """
    width = tables.runs("width")
    hue, spreads = (
        exponent_hue(tables.runs("learning_curves")),
        sorted(width[width["method"] == "features"]["offsets"]),
    )
    samples = _samples(tables)
    kernel = _over(samples[samples["s"].isin(width["s"])], "kernel", "total")
    near, far = (
        _over(width[(width["method"] == "network") | (width["offsets"] == spread)], "features")
        for spread in (spreads[0], spreads[-1])
    )
    of_samples, of_width = figure.panels(1, 2, sharey="row", height=2.5)
    figure.name_in_each()
    for ax, ratios, x, title, label in (
        (of_samples, kernel, "total", "Kernel over network", "all samples"),
        (of_width, near, "width_after", "Random features over network", "neurons"),
    ):
        plot.simulation(ax, ratios, x, hue, join=True)
        plot.level(ax, 1.0, "as good", at=0.98, below=True)
        plot.logarithmic(ax)
        ax.set(title=title, xlabel=label, ylabel="ratio of the excess risks")
    of_samples.margins(y=0.1)
    last = kernel[kernel["total"] == kernel["total"].max()]
    figure.say(**{f"factor_{row.s}": row.estimate for row in last.itertuples()})
    figure.say(**{f"factors_{row.s}": plot.measured(row) for row in last.itertuples()})
    widest = far[far["width_after"] == far["width_after"].max()]["estimate"]
    points = pd.concat([kernel, near])
    figure.say(equal=int((points["low"] <= 1).sum()), all=len(points))
    last = near[near["width_after"] == near["width_after"].max()]
    figure.say(**{f"widest_{row.s}": row.estimate for row in last.itertuples()})
    highest = near.loc[near.groupby("s")["estimate"].idxmax()]
    figure.say(**{f"peak_{row.s}": f"{row.width_after:g}" for row in highest.itertuples()})
    figure.say(d=MIDDLE, near=spreads[0], far=spreads[-1], wide=widest.min())


def _samples(tables: Tables) -> pd.DataFrame:
    """Return the kernel's and the network's risks at as many samples in all."""
    kernel, network = tables.runs("kernel_baseline"), best(tables.runs("learning_curves", d=MIDDLE))
    network = network.assign(total=2 * network["n"], excess=network["refit"])
    both = pd.concat([kernel.assign(method="kernel"), network.assign(method="network")])
    return both[both["total"].isin(kernel["total"])]


def _over(runs: pd.DataFrame, method: str, x: str = "width_after") -> pd.DataFrame:
    """Return the risk of a method over the network's, paired by seed."""
    return plot.paired(runs, "excess", "method", (method, "network"), ["s", x], ratio=True)
