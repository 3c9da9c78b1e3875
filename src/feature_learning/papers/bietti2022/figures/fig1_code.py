"""The public code's own link and ours: their coefficients, and the fraction that recovers."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.bietti2022.model import RECOVERED
from feature_learning.plotting import Sheet, Tables

_LINKS = plot.unordered("link", {"zigzag-half": "shifted by $1/2$", "zigzag": "the code's link"})
_THIRD = 3
_SIDE = 0.14  # of the stems of the two links, in degrees


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the links' coefficients, and the fraction of initialisations that recover with either at
    infinite n.
    """
    stems, fractions = figure.hero(1, share=0.64, height=2.4)
    d = tables.values("selection", "d")[0]
    coefficients = tables.theory("selection", d=d)
    _stems(stems, coefficients)
    infinite = _single(tables.runs("links", s=_THIRD).assign(n=np.inf)).set_index("link")
    _fractions(fractions, infinite.reset_index())
    third = coefficients[coefficients["degree"] == _THIRD].set_index("link")["coefficient"]
    sampled = _single(tables.runs("selection", s=_THIRD, d=d))
    figure.say(
        third=third["zigzag"],
        shifted=third["zigzag-half"],
        d=int(d),
        level=RECOVERED,
        sizes=", ".join(f"{n:g}" for n in sorted(sampled["n"].unique())),
        few=int(sampled["seeds"].min()),
        many=int(infinite["seeds"].min()),
        sampled_code=sampled[sampled["link"] == "zigzag"]["estimate"].max(),
        sampled_ours=sampled[sampled["link"] == "zigzag-half"]["estimate"].max(),
        sampled_high=sampled[sampled["link"] == "zigzag"]["high"].max(),
    )


def _single(runs: pd.DataFrame) -> pd.DataFrame:
    """Return the fraction of initialisations that recover in one of their runs, by link and n."""
    hits = runs.assign(recovered=runs["overlap"] > RECOVERED)
    inits = hits.groupby(["link", "n", "seed", "init"])["recovered"].max().reset_index()
    return plot.estimates(inits.drop(columns="seed"), "recovered", ["link", "n"], "fraction")


def _fractions(ax: Axes, found: pd.DataFrame) -> None:
    """Draw both links' fractions side by side."""
    place = {name: float(k) for k, name in enumerate(_LINKS.names)}
    plot.simulation(ax, found.assign(x=found["link"].map(place)), "x", _LINKS)
    for link, x in place.items():
        ax.annotate(
            _LINKS.names[link],
            (x, float(found[found["link"] == link]["high"].max())),
            (0, 3),
            textcoords="offset points",
            ha="center",
            va="bottom",
            color=plot.written(_LINKS.colours[link]),
        )
    ax.set_xticks([])
    ax.set(
        title=r"Inits that recover, $n = \infty$",
        ylabel="fraction of inits",
        xlim=(-0.7, len(place) - 0.3),
        ylim=(0, 1),
    )


def _stems(ax: Axes, coefficients: pd.DataFrame) -> None:
    """Draw the Hermite coefficients of both links, side by side, and write the third."""
    for (link, part), shift in zip(_LINKS.split(coefficients), (-_SIDE, _SIDE), strict=True):
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
    for row, (link, name) in enumerate(_LINKS.names.items()):
        ax.annotate(
            name,
            (1, 1),
            (-2, -2 - 10 * row),
            xycoords="axes fraction",
            textcoords="offset points",
            ha="right",
            va="top",
            color=plot.written(_LINKS.colours[link]),
        )
    plot.level(ax, 0.0, "")
    degrees = range(1, 7)
    ax.set_xticks(degrees, [str(degree) for degree in degrees])
    ax.margins(y=0.15)
    plot.regimes(ax, [_THIRD - 0.5], ["removed", "in the target, $s = 3$"])
    ax.set(
        title="Hermite coefficients of the link",
        xlabel="degree $j$",
        ylabel=r"coefficient $\alpha_j$",
    )
