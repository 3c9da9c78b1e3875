"""The population loss along the overlap, and the norm of its gradient on the sphere."""

from feature_learning import plotting as plot
from feature_learning.papers.bietti2022.experiments.landscape import overlaps
from feature_learning.plotting import Sheet, Tables

_DRAWS = 6  # per ridge, which are enough to show the spread


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the losses in the top row and the gradients in the bottom row, one column per s."""
    law, runs = tables.theory("landscape"), tables.runs("landscape", seed=0)
    law, runs = law[law["ridge"] >= 1e-3], runs[runs["draw"] < _DRAWS]
    exponents, m = sorted(law["s"].unique()), overlaps(tables.value("landscape", "points"))
    hue = plot.ordered(
        "ridge", law["ridge"], lambda ridge: rf"ridge ${plot.number(ridge)}$", "crest"
    )
    axes = figure.panels(2, len(exponents), height=1.55, sharex=True, sharey="row")
    for top, bottom, s in zip(axes, axes[len(exponents) :], exponents, strict=False):
        null = tables.value("landscape", "null", s=s)
        for ridge, networks in hue.split(runs[runs["s"] == s]):
            for which, loss in zip(networks["draw"], networks["loss"], strict=True):
                share = loss / null
                top.plot(m, share, color=hue.colours[ridge], linewidth=0.35, alpha=0.7, zorder=1.8)
                figure.record(top, hue.names[ridge], "simulation", x=m, y=share, draw=which)
        wide = law[law["s"] == s]
        losses = wide.assign(m=[m] * len(wide), loss=wide["loss"] / null).explode(["m", "loss"])
        slopes = wide.explode(["inner", "slope"])
        plot.theory(top, losses[losses["m"] > 0], "m", "loss", hue)
        plot.level(top, 1.0, "null risk" if s == exponents[-1] else "")
        plot.theory(bottom, slopes[slopes["inner"] > 0], "inner", "slope", hue)
        plot.logarithmic(bottom, "y")
        top.set(title=f"$s = {s}$: the loss falls")
        bottom.set(
            title="no zero in between", xlabel="overlap $|m|$", ylim=(1e-7, 1), xlim=(-0.02, 1.02)
        )
    axes[0].set(ylabel="loss over null risk")
    axes[len(exponents)].set(ylabel="norm of the gradient")
