"""Accuracy against temperature, constant and annealed."""

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import by_run


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the accuracy against the temperature, then every run at constant and annealed
    temperatures.
    """
    constant, schedules = figure.panels(1, 2, sharey="row")
    means = plot.estimates(by_run(tables.runs("temperature")), "accuracy", ["heat"], "logit")
    name, blue = "constant temperature, $k = 2$", plot.METHODS["network"]
    plot.simulation(constant, means, "heat", label=name, colour=blue, join=True)
    plot.level(constant, 0.5, "")
    plot.logarithmic(constant, "x", ticks=[0.01, 0.1, 1])
    constant.set(title="heat above 0.5 destroys learning", xlabel=r"temperature $\lambda d$")

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
    schedules.set(
        title="annealing helps most for $k = 3$", xlabel="parity", xlim=(-0.5, len(cases) - 0.5)
    )
    for ax in (constant, schedules):
        ax.set(ylabel="test accuracy")
