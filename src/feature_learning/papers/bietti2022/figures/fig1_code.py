"""The public code's own setting: the share that recovers, with its link and with ours."""

import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.bietti2022.shared.model import RECOVERED
from feature_learning.plotting import Sheet, Tables

_LINKS = plot.unordered("link", {"zigzag-half": "shifted by $1/2$", "zigzag": "the code's link"})
_THIRD = 3
_LARGEST = "largest of twelve"


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the share of runs that recover against n for both links, and the links' coefficients."""
    shares, stems = figure.hero(1, share=0.62)
    d = tables.values("selection", "d")[0]
    runs = tables.runs("selection", s=_THIRD, d=d)
    runs = runs.assign(recovered=runs["overlap"] > RECOVERED)
    _shares(shares, runs, tables.runs("links", s=_THIRD))
    _stems(stems, tables.theory("selection", d=d))
    inits = tables.runs("links", s=_THIRD)
    singles = (inits["overlap"] > RECOVERED).groupby(inits["link"]).mean()
    third = tables.theory("selection", d=d, degree=_THIRD).set_index("link")["coefficient"]
    figure.say(
        code=singles["zigzag"],
        ours=singles["zigzag-half"],
        third=third["zigzag"],
        shifted=third["zigzag-half"],
    )


def _shares(ax: Axes, runs: pd.DataFrame, infinite: pd.DataFrame) -> None:
    """Draw single runs as discs, the largest of twelve as dashes, infinite n at the right edge."""
    single, largest = (
        runs.groupby(["link", "n", "seed"])["recovered"].agg(how).astype(float).reset_index()
        for how in ("mean", "max")
    )
    means = plot.estimates(single, "recovered", ["link", "n"], "logit")
    plot.simulation(ax, means, "n", _LINKS, join=True)
    for link, part in _LINKS.split(largest):
        best = part.groupby("n")["recovered"].mean()
        colour = _LINKS.colours[link]
        ax.plot(best.index, best, "--", color=colour, linewidth=0.7, zorder=2)
        plot.sheet_of(ax).record(ax, _LARGEST, "run", x=best.index, y=best, of=_LINKS.names[link])
        ax.annotate(
            _LARGEST,
            (best.index[-1], best.iloc[-1]),
            (-2, 3),
            textcoords="offset points",
            color=plot.written(colour),
            fontsize=plot.sheet_of(ax).target.smallest,
            ha="right",
            va="bottom",
        )
        share = (infinite[infinite["link"] == link]["overlap"] > RECOVERED).mean()
        plot.sheet_of(ax).edge_label(ax, share, rf"  $n = \infty$: ${share:.2f}$", colour)
        ax.plot(
            [1.0], [share], "o", color=colour, transform=ax.get_yaxis_transform(), clip_on=False
        )
    plot.logarithmic(ax, "x")
    ax.set(
        title="Runs that recover, $s = 3$",
        xlabel="samples $n$",
        ylabel="share of runs",
        ylim=(-0.03, 1.03),
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
