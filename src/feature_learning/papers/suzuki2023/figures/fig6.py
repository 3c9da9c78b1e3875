"""The discrepancy on the torus for three schedules of the noise."""

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import by_run

_NAMES = {0.0: "no noise", 20.0: "falling", 0.1: "constant"}
_ALL = plot.unordered("tau", _NAMES)
_COMPARED = list(_NAMES)
_NEAR = 1e-3  # to a global minimum, where the discrepancy is 0
_ROW = (7e-3, 8e-3)  # where many runs with falling noise end
_LEAST, _MOST = 8e-4, 1.6  # of the axis at the end, the latter over the largest
_LATE = (50, 100, 200, 400)  # the times drawn while the noise is on


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the discrepancy at the end of every run, and in time."""
    last, discrepancy = figure.hero(1, share=0.56, height=2.5)
    runs, times = by_run(tables.runs("torus")), tables.values("torus", "t")
    end = tables.value("torus", "noisy_share") * tables.value("torus", "steps")
    quiet = [t for t in times if t > end]
    runs = runs[runs["t"].isin([*_LATE, end, *quiet])]
    runs = runs[runs["tau"].isin(_COMPARED)]
    medians = plot.estimates(runs, "gap", ["tau", "t"], "median")
    plot.simulation(discrepancy, medians, "t", _ALL, join=True, ends=True)
    plot.regimes(discrepancy, [end], ["noise on", "off"])
    plot.logarithmic(discrepancy, "y")
    discrepancy.set(title=f"Medians, from $t = {medians['t'].min():g}$ on")
    discrepancy.set(ylabel="median of $G$", xlabel="iteration $t$")
    discrepancy.set_xlim(0, 1.02 * times[-1])

    final = runs[runs["t"] == times[-1]]
    final = final.assign(place=final["tau"].map(_COMPARED.index))
    falling = final["tau"] == _COMPARED[1]
    near = final[falling & (final["gap"] < _NEAR)]
    far = final[final["gap"] >= _NEAR]
    plot.runs(last, plot.swarm(far, "place", "gap", log=True), "place", "gap", _ALL)
    ends = plot.estimates(final, "gap", ["tau", "place"], "median")
    plot.simulation(last, ends, "place", _ALL)
    plot.logarithmic(last, "y")
    last.set_ylim(_LEAST, _MOST * final["gap"].max())
    if len(near):
        colour = plot.written(_ALL.colours[_COMPARED[1]])
        text = rf"$\downarrow$ {len(near)} of {falling.sum()}"
        last.text(1, 1.2 * _LEAST, text, color=colour, ha="center", va="bottom")
    last.set_xticks(range(3), ["none", *list(_NAMES.values())[1:]])
    last.set(title="At the end", xlabel="noise", ylabel="discrepancy $G$", xlim=(-0.5, 2.5))
    of = ends.set_index("tau")["estimate"].reindex(_COMPARED)
    late = medians.pivot_table(index="t", columns="tau", values="estimate").reindex(times[-2:])
    still = (1 - late.iloc[1] / late.iloc[0]).reindex(_COMPARED)
    figure.say(
        still=still.iloc[2],
        still_falling=still.iloc[1],
        span=f"{times[-1] - times[-2]:g}",
        none=of.iloc[0],
        falling=of.iloc[1],
        constant=of.iloc[2],
        end=f"{end:g}",
        near=len(near),
        row=int(final[falling]["gap"].between(*_ROW).sum()),
        row_low=f"{_ROW[0]:g}",
        row_high=f"{_ROW[1]:g}",
        runs=int((final["tau"] == _COMPARED[1]).sum()),
    )
