"""Signal and the penalty; noise and a quadratic part in the text alone."""

from feature_learning import plotting as plot
from feature_learning.papers.mei2019.shared.panels import features_axis
from feature_learning.plotting import Sheet, Tables

_SAMPLES = 3.0  # n/d
_TITLES = {0.2: r"Weak signal, $\rho = 0.2$", 5.0: r"Strong signal, $\rho = 5$"}
_BEST = r"best $\bar\lambda$"
_VARIANCE = 0.25  # of the quadratic part, which no linear fit learns


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw predicted risks by penalty at two signals."""
    curves = tables.theory("lambda_curves", psi2=_SAMPLES)
    for ax, rho in figure.facets(list(_TITLES), _TITLES.__getitem__, height=2.5):
        own = curves[curves["rho"] == rho]
        penalties = plot.ordered("lbar", own["lbar"], r"$\bar\lambda = {:g}$", palette="flare_r")
        best = own.drop_duplicates("ratio")
        plot.theory(ax, best, "ratio", "best_risk", label=_BEST, ends=True)
        ax.lines[-1].set_zorder(5.5)  # over those that meet it
        plot.theory(ax, own, "ratio", "risk", penalties, poles=[1.0], ends=True)
        plot.pole(ax, 1.0)
        plot.logarithmic(ax, "y")
        features_axis(ax, (0.1, 1, 10))
        ax.set(ylabel="risk", ylim=(0.06, 20))
    figure.say(less=_less(tables), follow=_off(tables))


def _less(tables: Tables) -> float:
    """Return by how much less a quadratic part costs at most than its variance of label noise,
    over the risk.
    """
    runs, predicted = tables.runs("noise", model="features"), tables.theory("noise")
    extra = plot.paired(runs, "risk", "target", ("quadratic", "noise"), ["ratio"])
    risk = predicted[predicted["target"] == "quadratic"].groupby("ratio")["risk"].mean()
    costs = zip(extra["ratio"], extra["estimate"] - _VARIANCE, strict=True)
    return -min(cost / risk[ratio] for ratio, cost in costs)


def _off(tables: Tables) -> float:
    """Return by how much the simulated risks differ at most from the theory, relative to it."""
    runs, predicted = tables.runs("noise", model="features"), tables.theory("noise")
    by = ["target", "ratio"]
    runs = runs[runs["target"].isin(("noise", "quadratic")) & (runs["ratio"] != 1)]
    found = runs.groupby(by)["risk"].mean()
    return float((found / predicted.groupby(by)["risk"].mean()).sub(1).abs().max())
