"""The public code's own setting: the share that recovers, with its link and with ours."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.bietti2022.shared.model import RECOVERED
from feature_learning.plotting import Sheet, Tables

_LINKS = plot.unordered("link", {"zigzag-half": "shifted by $1/2$", "zigzag": "the code's link"})
_THIRD = 3
_DODGE = 8.0  # points between the links at one n


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the share of inits that recover for both links at each n, and the links'
    coefficients.
    """
    shares, stems = figure.hero(1, share=0.6, height=2.5)
    d = tables.values("selection", "d")[0]
    runs, infinite = tables.runs("selection", s=_THIRD, d=d), tables.runs("links", s=_THIRD)
    found = pd.concat([_single(runs), _single(infinite.assign(n=np.inf))], ignore_index=True)
    _shares(shares, found)
    _stems(stems, tables.theory("selection", d=d))
    last = found[np.isinf(found["n"])].set_index("link")
    third = tables.theory("selection", d=d, degree=_THIRD).set_index("link")["coefficient"]
    figure.say(
        code=last["estimate"]["zigzag"],
        ours=last["estimate"]["zigzag-half"],
        third=third["zigzag"],
        shifted=third["zigzag-half"],
        few=int(found["seeds"].min()),
        many=int(last["seeds"].min()),
    )


def _single(runs: pd.DataFrame) -> pd.DataFrame:
    """Return the share of inits that recover in one of their runs, by link and n."""
    hits = runs.assign(recovered=runs["overlap"] > RECOVERED)
    inits = hits.groupby(["link", "n", "seed", "init"])["recovered"].max().reset_index()
    return plot.estimates(inits.drop(columns="seed"), "recovered", ["link", "n"], "fraction")


def _shares(ax: Axes, found: pd.DataFrame) -> None:
    """Draw both links' shares beside each other at each n, infinite n last."""
    sizes = sorted(found["n"].unique())
    found = found.assign(x=found["n"].map({n: float(k) for k, n in enumerate(sizes)}))
    plot.simulation(ax, found, "x", _LINKS, dodge=_DODGE)
    ax.set_xticks(range(len(sizes)), [f"{n:g}" if np.isfinite(n) else r"$\infty$" for n in sizes])
    ax.set(
        title="Inits that recover, $s = 3$",
        xlabel="samples $n$",
        ylabel="share of inits",
        xlim=(-0.5, len(sizes) - 0.5),
        ylim=(-0.03, 1.1 * found["high"].max()),
    )


def _stems(ax: Axes, coefficients: pd.DataFrame) -> None:
    """Draw the Hermite coefficients of both links, side by side, and write the third."""
    for (link, part), shift in zip(_LINKS.split(coefficients), (-0.14, 0.14), strict=True):
        colour = _LINKS.colours[link]
        degree, y = part["degree"].to_numpy(), part["coefficient"].to_numpy()
        ax.vlines(degree + shift, 0, y, color=colour, linewidth=1)
        ax.plot(degree + shift, y, "o", color=colour, markeredgewidth=0)
        plot.sheet_of(ax).record(ax, _LINKS.names[link], "theory", x=degree, y=y)
        third = float(y[degree == _THIRD][0])
        ax.annotate(
            f"${third:.3f}$",
            (_THIRD + shift, third),
            xytext=(0, 4 if third > 0 else -4),
            textcoords="offset points",
            ha="center",
            va="bottom" if third > 0 else "top",
            color=plot.written(colour),
        )
    plot.level(ax, 0.0, "")
    degrees = range(1, 7)
    ax.set_xticks(degrees, [str(degree) for degree in degrees])
    ax.margins(y=0.15)
    ax.set(title="Hermite coefficients", xlabel="degree $j$", ylabel=r"$\alpha_j$")
