"""One new direction or two."""

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import REFERENCE, letter, simulation, theory
from feature_learning.plotting.sheet import Sheet

_PANELS = (
    ("example-3a", "spread", r"$f_1$, $|a_i|$ varied"),
    ("example-3b", "spread", r"$f_2$, $|a_i|$ varied"),
    ("example-3b", "equal", r"$f_2$, $a_i = \pm 1$"),
)
_VALUES = {"first": r"$w^*_1$", "strength_1": "first new direction", "strength_2": "second new direction"}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw overlap and strengths after one and two steps, on a logarithmic axis."""
    axes = figure.panels(1, 3, height=2.6)
    for ax, (target, readout, title) in zip(axes, _PANELS, strict=True):
        ax.set_title(title)
        where = {"target": target, "readout": readout}
        runs = tables.runs("direction_count", **where)
        for series, (value, name) in enumerate(_VALUES.items()):
            simulation(ax, runs, "time", value, label=name, series=series)
            theory(ax, tables.theory("direction_count", **where), "time", value, label="theory" if series == 0 else f"_{name}", dash=series)
        ax.axhline(float(runs["d"].iloc[0]) ** -0.5, linestyle=":", **REFERENCE)
        ax.set_yscale("log")
        ax.set_ylim(1.5e-3, 1.2)
        ax.set_xlim(0.8, 2.2)
        ax.set_xticks([1, 2])
        ax.set_xlabel("steps $T$")
    axes[0].set_ylabel("overlap, strength")
    handles, labels = axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=4)
    letter(axes)
