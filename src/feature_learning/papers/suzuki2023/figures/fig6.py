"""Objective and discrepancy on the torus."""

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import by_run

_TAUS = plot.ordered("tau", (0.03, 0.1, 0.3), r"$\tau = {:g}$", "flare")
_ALL = plot.unordered("tau", {0.0: "no noise", 20.0: r"$\tau = 20/(t+1)$"}) + _TAUS
_COMPARED = [0.0, 20.0, 0.1]  # no, falling and constant noise
_DENSE, _LATE = 100, (200, 400, 800)  # the times drawn: all early ones, then one in several


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the objective at constant temperatures, and the discrepancy for three schedules."""
    objective, discrepancy, last = figure.panels(1, 3, ratios=[1, 1, 0.8], height=2.0)
    runs, times = by_run(tables.runs("torus")), tables.values("torus", "t")
    end = tables.value("torus", "noisy_share") * tables.value("torus", "steps")
    quiet = [t for t in times if t > end]
    runs = runs[(runs["t"] <= _DENSE) | runs["t"].isin([*_LATE, *quiet[:1], *quiet[-1:]])]

    constant = runs[(runs["t"] > 0) & (runs["t"] <= end) & (runs["law"] == "constant")]
    entropy = constant["tau"] * constant["negative_entropy"]
    constant = constant.assign(objective=constant["gap"] / 2 + entropy)
    plot.simulation(
        objective, plot.estimates(constant, "objective", ["tau", "t"]), "t", _ALL, join=True
    )
    objective.set(title="Constant noise", ylabel=r"$G/2 + \tau\,\mathrm{E}\log\mu$")

    runs = runs[runs["tau"].isin(_COMPARED)]
    medians = plot.estimates(runs[runs["t"] > 0], "gap", ["tau", "t"], "median")
    plot.simulation(discrepancy, medians, "t", _ALL, join=True)
    plot.regimes(discrepancy, [end], ["noise on", "off"])
    plot.logarithmic(discrepancy, "y")
    discrepancy.set(title="Three schedules", ylabel="discrepancy $G$")
    for ax in (objective, discrepancy):
        plot.logarithmic(ax, "x")
        ax.set(xlabel="iteration $t$", xlim=(0.8, 1.25 * times[-1]))

    final = runs[runs["t"] == times[-1]]
    final = final.assign(place=final["tau"].map(_COMPARED.index))
    plot.runs(last, final, "place", "gap", _ALL)
    plot.simulation(last, plot.estimates(final, "gap", ["tau", "place"], "median"), "place", _ALL)
    plot.logarithmic(last, "y")
    discrepancy.set_ylim(last.get_ylim()[0], discrepancy.get_ylim()[1])
    last.set_ylim(discrepancy.get_ylim())
    last.set_xticks(range(3), ["none", "falling", "constant"])
    last.set(title="At the end", xlabel="noise", ylabel="discrepancy $G$", xlim=(-0.5, 2.5))
