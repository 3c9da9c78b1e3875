"""Gaussian universality: a hidden manifold, and the first giant step on other inputs."""

from feature_learning import plotting as plot
from feature_learning.papers.background.experiments.step_universality import AXES
from feature_learning.plotting import Sheet, Tables

_MODELS = plot.methods(
    "model",
    {
        "manifold": ("random features", "hidden manifold"),
        "gaussian": ("equivalent", "Gaussian model"),
    },
)
_INPUTS = {
    "gaussian": "Gaussian",
    "signs": r"$\pm 1$",
    "laplace": "Laplace",
    "sparse": "sparse",
    AXES: r"$\pm 1$, teacher along axes",
}
_COLOURS = (plot.METHODS["equivalent"], plot.BLUE, plot.VERMILLION, plot.GREEN, plot.ORANGE)
_LAWS = plot.Hue(
    "inputs",
    dict(zip(_INPUTS, _COLOURS, strict=True)),
    _INPUTS,
    dict(zip(_INPUTS, plot.MARKERS, strict=False)),
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw test errors against n/d, and cosines of the first step against d."""
    error, cosine = figure.panels(1, 2)
    runs = tables.runs("hidden_manifold")
    runs = runs.assign(ratio=runs["n"] / runs["d"])
    error.set(title="a manifold looks Gaussian", ylabel="test error")
    predicted = runs.groupby("ratio")[["predicted"]].mean().reset_index()
    plot.theory(error, predicted, "ratio", "predicted", label="theory of the Gaussian model")
    both = runs.melt(["seed", "ratio"], ["manifold", "gaussian"], "model", "error")
    errors = plot.estimates(both, "error", ["model", "ratio"], "log")
    plot.simulation(error, errors, "ratio", _MODELS)
    plot.logarithmic(error, "x", ticks=sorted(runs["ratio"].unique()))
    error.set_xlabel("samples per dimension $n/d$")

    cosine.set(title="so do inputs to generic directions", ylabel="cosine with the linear part")
    steps = tables.runs("step_universality")
    plot.simulation(cosine, plot.estimates(steps, "cosine", ["inputs", "d"]), "d", _LAWS)
    for law, name in (("gaussian", "generic"), (AXES, "axes")):
        value = tables.value("step_universality", "cosine", inputs=law)
        plot.level(cosine, value, name, colour=plot.PREDICTION)
    plot.logarithmic(cosine, "x", ticks=tables.values("step_universality", "d"))
    cosine.margins(x=0.12)
    cosine.set_xlabel("dimension $d$")
