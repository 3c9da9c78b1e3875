"""Directions of an even target that the weights keep."""

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the weakest direction of an even target for every k."""
    ax = figure.panels(1, 1)[0]
    runs = tables.runs("subspace_k")
    runs = runs[runs["d"] == runs["d"].min()]
    runs = runs.assign(ratio=runs["smallest"] / runs["random"])
    smallest = plot.estimates(runs, "ratio", ["k", "t_over_d"], "log")
    hue = plot.ordered("k", runs["k"], "$k = {}$", palette="flare")
    plot.simulation(ax, smallest, "t_over_d", hue, join=True)
    plot.level(ax, 1.0, "random")
    plot.logarithmic(ax)
    ax.set(xlabel="steps per dimension $t/d$", ylabel="weakest direction over random")
    of_most = smallest[smallest["k"] == smallest["k"].max()].sort_values("t_over_d")
    least = of_most.loc[of_most["estimate"].idxmin()]
    figure.say(most_k=int(of_most["k"].iloc[0]), times=of_most["t_over_d"].iloc[-1])
    lowest = smallest.groupby("k")["estimate"].min()
    for name, part in (("never", lowest[lowest > 1]), ("below", lowest[lowest <= 1])):
        figure.say(**{name: ", ".join(str(k) for k in part.index) or "none"})
    figure.say(d=int(runs["d"].iloc[0]), m=int(runs["width"].iloc[0]))
    figure.say(kept=plot.measured(of_most.iloc[-1]), least=least["estimate"], at=least["t_over_d"])
