"""Panels of gains against alpha, shared by fig5, fig6, fig8 and fig9."""

from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import level, mark, simulation, theory

GAINS = (("objective_gain", "gain in training objective"), ("test_gain", "gain in test error"))


def gain_panel(ax: Axes, tables: Tables, task: int, value: str, variants: dict[str, str], *, limits: bool) -> None:
    """Draw one gain against alpha.

    Parameters
    ----------
    ax
        Where to draw.
    tables
        The paper's tables.
    task
        Setting 1 or 2.
    value
        The column of the gain.
    variants
        The legend entries by variant, in the order of the series.
    limits
        Whether to draw the theorem's infinite-step levels.
    """
    for series, (variant, label) in enumerate(variants.items()):
        simulation(ax, tables.runs("one_step", task=task, variant=variant), "alpha", value, label=label, series=series)
    curve = tables.theory("one_step", task=task)
    theory(ax, curve, "alpha", value, label="theory at this $n$")
    if limits:
        for degree, dash in ((1, 2), (2, 1)):
            level(ax, curve[f"{value}_l{degree}"].iloc[0], label=rf"theorem, $\ell$ = {degree}", dash=dash)
    mark(ax, [0.25, 1 / 3])
    ax.set_xlabel(r"$\alpha = \log\eta/\log n$")
    ax.set_ylabel(dict(GAINS)[value])
