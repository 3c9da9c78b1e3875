"""Double descent in the sample size."""

import pandas as pd

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the risk against n/d for each penalty and at the best one."""
    (ax,) = figure.panels(height=2.5)
    curves, runs = tables.theory("sample_wise"), tables.runs("sample_wise")
    penalties = plot.ordered("lam", runs["lam"], r"$\lambda = {:g}$", palette="flare_r")
    width = tables.value("sample_wise", "psi1")
    plot.theory(ax, curves, "psi2", "risk", penalties, poles=[width])
    best = curves.drop_duplicates("psi2")
    plot.theory(ax, best, "psi2", "best_risk", label=r"best $\lambda$")
    median = plot.estimates(runs[runs["lam"] == 0], "risk", ["lam", "psi2"], "median")
    mean = plot.estimates(runs[runs["lam"] > 0], "risk", ["lam", "psi2"], "log")
    risks = pd.concat([median, mean])
    plot.simulation(ax, risks, "psi2", penalties)
    region = figure.region("theory")
    plot.residual(ax, risks, curves, "psi2", "risk", penalties, bands=[plot.Band(region)])
    plot.logarithmic(ax, "x", ticks=(0.5, 1, 2, 3, 5, 10))
    plot.logarithmic(ax, "y")
    plot.pole(ax, width)
    plot.regimes(ax, [width], ["$n < N$", "$n > N$"])
    ax.set(xlabel="samples per dimension $n/d$", ylabel="risk", ylim=(0.15, 12))
    figure.say(d=tables.value("sample_wise", "d"), seeds=runs["seed"].nunique())
    low = curves[(curves["lam"] == 0) & (curves["psi2"] < width)]
    known = low.dropna(subset="risk").sort_values("risk")
    figure.say(start=known["risk"].min(), at=known["psi2"].iloc[0] if len(known) else None)
