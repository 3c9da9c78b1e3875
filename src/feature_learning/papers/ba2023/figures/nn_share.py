"""Share of the pre-activations' variance that the spike carries after one step, at each d, beside
the neurons' alignment with it.
"""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.ba2023.shared.panels import dimensions, gamma_axis
from feature_learning.plotting import Sheet, Tables

_DEGREES = {"he2": 2, "he3": 3}
_CONDITION = "neurons turn"
_JUDGED = (0.35, 0.85)  # around the gamma of the claim, from 0.4 to 0.8, which is on k = 2
_BEFORE = -9.0  # an edge left of the panel, so that the second regime is shaded
_SPOKEN = 0.4
_ALIGNMENT = r"$\cos^2(w_i, \mu)$"


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the share for k = 2 and 3, and the step gamma from which the neurons turn."""
    runs, law = tables.runs("alignment"), tables.theory("alignment")
    sizes = dimensions(runs["d"])
    strips, parts = [], []
    for ax, (link, k) in zip(figure.hero(1, share=0.56, height=3.0), _DEGREES.items(), strict=True):
        own, predicted = runs[runs["link"] == link], law[law["link"] == link]
        _share(ax, own, predicted, sizes, k)
        means = plot.estimates(own, "share", ["d", "gamma"], "logit")
        parts.append(means.merge(predicted[["d", "gamma", "share"]], on=["d", "gamma"]))
        figure.say(**{f"off{k}": _outside(parts[-1])})
        bands = [plot.Band(figure.region("formula"), span=_JUDGED)] if k == 2 else []
        strips.append(
            plot.residual(
                ax, means, predicted, "gamma", "share", sizes, bands=bands, relative=False
            )
        )
        if k == 2:
            _say(figure, own)
    joined = pd.concat(parts)
    gaps, first = (joined["estimate"] - joined["share"]).abs(), joined["d"] == joined["d"].min()
    figure.say(first=gaps[first].max(), later=gaps[~first].max())
    reach = max(abs(end) for strip in strips for end in strip.get_ylim())
    for strip in strips:
        strip.set_ylim(-reach, reach)


def _share(ax: Axes, runs: pd.DataFrame, law: pd.DataFrame, sizes: plot.Hue, k: int) -> None:
    """Draw the share at each d, the alignment at the largest, and where it has to begin."""
    largest = law[law["d"] == law["d"].max()].sort_values("gamma")
    plot.theory(ax, law, "gamma", "share", sizes, ends=k == 2)
    plot.simulation(ax, plot.estimates(runs, "share", ["d", "gamma"], "logit"), "gamma", sizes)
    plot.theory(
        ax,
        largest,
        "gamma",
        "alignment",
        label=_ALIGNMENT,
        colour=plot.METHODS["variant"],
        dashed=True,
        ends=k == 2,
    )
    turned = plot.estimates(runs[runs["d"] == runs["d"].max()], "alignment", ["gamma"], "logit")
    colour = plot.METHODS["variant"]
    plot.simulation(ax, turned, "gamma", label=_ALIGNMENT, colour=colour, marker="s")
    half = float(np.interp(0.5, largest["share"], largest["gamma"]))
    condition = 1 - 1 / k
    plot.regimes(ax, [_BEFORE, half, condition], ["", "", "", _CONDITION])
    ax.axvline(condition, color=plot.GREY, linewidth=0.5, zorder=1.5)
    plot.level(ax, 0.5, "half", at=0.02)
    gamma_axis(ax, -0.4)
    ax.set(title=f"$h_{k}$", ylabel=r"share, $\cos^2$", ylim=(0, 1.02))
    ax.set_yticks([0, 0.5, 1])


def _outside(joined: pd.DataFrame) -> str:
    """Write how many intervals leave out the formula at each d at which any does."""
    outside = plot.excludes(joined, joined["share"])
    by_d = outside.groupby(joined["d"])
    written = [f"{own.sum()} of {len(own)} at $d = {d:g}$" for d, own in by_d if own.any()]
    return ", ".join(written) or "none"


def _say(figure: Sheet, runs: pd.DataFrame) -> None:
    own = runs[(runs["gamma"] == _SPOKEN) & (runs["d"] == runs["d"].max())]
    figure.say(
        gamma=_SPOKEN,
        d=int(runs["d"].max()),
        share=float(own["share"].mean()) if len(own) else float("nan"),
        aligned=float(own["alignment"].mean()) if len(own) else float("nan"),
        smallest=int(runs["d"].min()),
    )
