"""The gradient's direction aligns with the teacher."""

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_TASKS = plot.unordered("task", {1: "Setting 1", 2: "Setting 2"})


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the cosine against n/d for both tasks."""
    (ax,) = figure.panels()
    predicted = tables.theory("beta_alignment", task=1)
    plot.theory(ax, predicted, "n_over_d", "cosine", label=r"theory $\rho$, both settings")
    runs = tables.runs("beta_alignment")
    means = plot.estimates(runs, "cosine", ["task", "n_over_d"], "logit")
    plot.simulation(ax, means, "n_over_d", _TASKS)
    both = tables.theory("beta_alignment")
    bands = [plot.Band(figure.region("cosine"))]
    plot.residual(ax, means, both, "n_over_d", "cosine", _TASKS, bands=bands, relative=False)
    law = both.groupby(["task", "n_over_d"])["cosine"].mean()
    found = means.set_index(["task", "n_over_d"])
    gaps = found["estimate"] - law
    figure.say(outside=int(plot.excludes(found, law.reindex(found.index)).sum()), all=len(found))
    figure.say(d=tables.value("beta_alignment", "d"), seeds=runs["seed"].nunique())
    figure.say(low=gaps.min(), high=gaps.max())
    plot.logarithmic(ax, "x", ticks=sorted(runs["n_over_d"].unique()))
    ax.set(xlabel="samples per dimension $n/d$", ylabel=r"$\cos(\beta, \beta_*)$")
