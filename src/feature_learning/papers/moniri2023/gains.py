"""Panels of gains against alpha, shared by fig5, fig6, fig8 and fig9."""

from collections.abc import Sequence

from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.lines import level, regimes
from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.palette import Hue

ALPHA = r"$\alpha = \log\eta\,/\log n$"
GAINS = {"objective_gain": "gain in training objective", "test_gain": "gain in test error"}
_SAME = 1e-3  # limits closer than this are one line


def gain_panel(ax: Axes, tables: Tables, task: int, value: str, variants: Hue, *, label: str = "", limits: bool) -> None:
    """Draw one quantity against alpha.

    Parameters
    ----------
    ax
        Where to draw.
    tables
        The paper's tables.
    task
        Setting 1 or 2.
    value
        The column of the quantity.
    variants
        The series, by the column ``variant``.
    label
        The y label; by default that of the gain.
    limits
        Whether to draw the theorem's infinite-step levels.
    """
    runs, curve = tables.runs("one_step", task=task), tables.theory("one_step", task=task)
    theory(ax, curve, "alpha", value, label="theory at this $n$")
    runs = runs[runs["variant"].isin(variants.names)]
    simulation(ax, estimates(runs, value, ["variant", "alpha"]), "alpha", variants, dodge=2.5)
    if limits:
        one, two = (float(curve[f"{value}_l{degree}"].iloc[0]) for degree in (1, 2))
        if abs(one - two) < _SAME:
            level(ax, one, r"$\ell = 1, 2$")
        else:
            level(ax, one, r"$\ell = 1$")
            level(ax, two, r"$\ell = 2$")
    step_regimes(ax)
    ax.set_ylabel(label or GAINS[value])


def step_regimes(ax: Axes, names: Sequence[str] = (r"$\ell=1$", "$2$", r"$\geq 3$")) -> None:
    """Shade the theorem's ranges of step sizes, whose ends are 1/4 and 1/3, and label the axis."""
    regimes(ax, [0.25, 1 / 3], names)
    ax.set_xlabel(ALPHA)
