"""Five regimes."""

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import REFERENCE, SERIES, letter, simulation, theory
from feature_learning.plotting.sheet import Sheet

_ROWS = (
    ("$n\\sim d$, $p\\sim 1$", "w1", 0),
    ("$n\\sim d$, $p\\sim d$", "w1", 1),
    ("$n\\sim d^2$, $p\\sim 1$", "w1-w2", 0),
    ("$n\\sim d^2$, $p\\sim d$", "w1-w2", 1),
    ("$n\\sim d^2$, $p\\sim d^2$", "w1-w2", 2),
)
_KNOWN = {"none": "none", "w1": "$w_1$", "w1-w2": "$w_1, w_2$"}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the table of floors, the errors with given directions, and trained overlaps on two staircases."""
    axes = figure.panels(2, 2, height=2.5)
    ax = axes[0]
    ax.set_title("floor of the talk's example (57 in all)")
    floors = []
    for _, known, degree in _ROWS:
        floors.append(float(tables.theory("regimes", target="regimes", known=known, degree=degree)["floor"].iloc[0]))
    at = list(range(len(floors)))
    ax.barh(at, floors, color="0.8", edgecolor="black", linewidth=0.7)
    for place, floor in zip(at, floors, strict=True):
        ax.text(floor + 1, place, f"{floor:g}", va="center")
    figure.record(ax, "floor", "theory", x=floors, y=at)
    ax.set_yticks(at, [f"{name}\nknown {_KNOWN[known]}, degree {degree}" for name, known, degree in _ROWS], fontsize=6)
    ax.invert_yaxis()
    ax.set_xlim(0, 66)
    ax.set_xlabel("error")
    ax = axes[1]
    ax.set_title("given directions, $d = 100$" if int(tables.runs("given_subspace")["d"].iloc[0]) == 100 else "given directions")
    for series, (known, name) in enumerate(_KNOWN.items()):
        simulation(ax, tables.runs("given_subspace", known=known), "width", "error", label=f"known: {name}", series=series, joined=True)
        for floor in tables.theory("regimes", target="stand-in", known=known)["floor"][:2]:
            ax.axhline(floor, color=SERIES[series][0], linestyle=":", linewidth=0.9, zorder=1)
    ax.set_xscale("log")
    ax.set_ylim(0.8, 5.6)
    ax.set_xlabel("neurons $p$")
    ax.set_ylabel("test error")
    ax.legend(loc="lower left")
    titles = {"stand-in": "trained: the target of b", "even-climb": "trained: $z_1 + H_2(z_1) z_2$"}
    for ax, (target, title) in zip(axes[2:], titles.items(), strict=True):
        ax.set_title(title)
        for series, (activation, name) in enumerate((("relu", "ReLU"), ("relu-0.5", r"ReLU$(x-\frac{1}{2})$"))):
            where = {"target": target, "activation": activation}
            runs = tables.runs("climbing", **where)
            for number, direction in enumerate(("w1", "w2")):
                simulation(ax, runs, "time", direction, label=rf"$w_{number + 1}$, {name}", series=2 * number + series)
                curve = tables.theory("climbing", **where)
                theory(ax, curve, "time", direction, label="theory" if (series, number) == (0, 0) else f"_{name}{direction}", dash=series)
        ax.axhline(float(runs["d"].iloc[0]) ** -0.5, linestyle=":", **REFERENCE)
        ax.set_xticks(sorted(runs["time"].unique()))
        ax.set_ylim(-0.02, 0.8)
        ax.set_xlabel("steps $T$")
        ax.set_ylabel("rms cosine")
    handles, labels = axes[2].get_legend_handles_labels()
    axes[3].legend(handles, labels, loc="upper left", bbox_to_anchor=(1.0, 1.0))
    letter(axes)
