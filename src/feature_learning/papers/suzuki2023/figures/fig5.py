"""Accuracy against temperature, constant and annealed."""

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import by_run


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the accuracy against temperature and width at several d, and every run at constant and
    annealed temperatures.
    """
    constant, widths, schedules = figure.panels(1, 3, sharey="row", height=2.0)
    for ax, experiment, value in ((constant, "temperature", "heat"), (widths, "widths", "width")):
        runs = by_run(tables.runs(experiment))
        means = plot.estimates(runs, "accuracy", ["d", value], "logit")
        plot.simulation(ax, means, value, plot.ordered("d", runs["d"], "$d = {}$"), join=True)
        plot.level(ax, 0.5, "")
        plot.logarithmic(ax, "x", ticks=sorted(runs[value].unique())[:: 1 if ax is widths else 2])
        ax.margins(x=0.08)
    constant.set(title="$k = 2$, by temperature", xlabel=r"temperature $\lambda d$")
    widths.set(title="$k = 2$, by width", xlabel="width $N$")

    runs = by_run(tables.runs("annealed"))
    cases = runs[["d", "k", "n"]].drop_duplicates().sort_values(["d", "k", "n"])
    runs = runs.merge(cases.assign(place=range(len(cases))))
    constants, halved = runs[runs["halvings"] == 0], runs[runs["halvings"] > 0]
    hue = plot.ordered("heat", constants["heat"], r"$\lambda d = {:g}$", "flare")
    hue += plot.unordered("heat", dict.fromkeys(halved["heat"], "annealed"), after=2)
    plot.runs(schedules, runs, "place", "accuracy", hue, dodge=6)
    medians = plot.estimates(runs, "accuracy", ["heat", "place"], "median")
    plot.simulation(schedules, medians, "place", hue, dodge=6)
    plot.level(schedules, 0.5, "chance")
    names = [f"$d = {d}$,\n$k = {k}$" for d, k in zip(cases["d"], cases["k"], strict=True)]
    schedules.set_xticks(range(len(cases)), names)
    schedules.set(title="$k = 3$, two schedules", xlabel="parity", xlim=(-0.5, len(cases) - 0.5))
    for ax in (constant, widths, schedules):
        ax.set(ylabel="test accuracy")
