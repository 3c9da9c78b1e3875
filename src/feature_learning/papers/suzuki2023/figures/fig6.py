"""The discrepancy on the torus for three schedules of the noise."""

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import by_run

_NAMES = {0.0: "no noise", 20.0: "falling", 0.1: "constant"}
_ALL = plot.unordered("tau", _NAMES)
_COMPARED = list(_NAMES)
_NEAR = 1e-3  # to a global minimum, where the discrepancy is 0
_DENSE, _LATE = 100, (200, 400, 800)  # the times drawn: all early ones, then one in several


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the discrepancy at the end of every run, and in time."""
    last, discrepancy = figure.hero(1, share=0.56, height=2.5)
    runs, times = by_run(tables.runs("torus")), tables.values("torus", "t")
    end = tables.value("torus", "noisy_share") * tables.value("torus", "steps")
    quiet = [t for t in times if t > end]
    runs = runs[(runs["t"] <= _DENSE) | runs["t"].isin([*_LATE, *quiet[:1], *quiet[-1:]])]
    runs = runs[runs["tau"].isin(_COMPARED)]
    medians = plot.estimates(runs[runs["t"] > 0], "gap", ["tau", "t"], "median")
    plot.simulation(discrepancy, medians, "t", _ALL, join=True, ends=True)
    plot.regimes(discrepancy, [end], ["noise on", "off"])
    plot.logarithmic(discrepancy, "y")
    discrepancy.set(title="Three schedules", ylabel="discrepancy $G$")
    plot.logarithmic(discrepancy, "x")
    discrepancy.set(xlabel="iteration $t$", xlim=(0.8, 1.25 * times[-1]))

    final = runs[runs["t"] == times[-1]]
    final = final.assign(place=final["tau"].map(_COMPARED.index))
    near = final[(final["tau"] == _COMPARED[1]) & (final["gap"] < _NEAR)]
    plot.runs(last, final[final["gap"] >= _NEAR], "place", "gap", _ALL)
    ends = plot.estimates(final, "gap", ["tau", "place"], "median")
    plot.simulation(last, ends, "place", _ALL)
    plot.logarithmic(last, "y")
    for ax in (last, discrepancy):
        ax.set_ylim(_NEAR, 1.2 * discrepancy.get_ylim()[1])
    if len(near):
        colour = plot.written(_ALL.colours[_COMPARED[1]])
        text = rf"$\downarrow$ {len(near)} of {(final['tau'] == _COMPARED[1]).sum()}"
        last.text(1, 1.2 * _NEAR, text, color=colour, ha="center", va="bottom")
    last.set_xticks(range(3), list(_NAMES.values()))
    last.set(title="At the end", xlabel="noise", ylabel="discrepancy $G$", xlim=(-0.5, 2.5))
    of = ends.set_index("tau")["estimate"].reindex(_COMPARED)
    figure.say(
        none=of.iloc[0],
        falling=of.iloc[1],
        constant=of.iloc[2],
        near=len(near),
        runs=int((final["tau"] == _COMPARED[1]).sum()),
    )
