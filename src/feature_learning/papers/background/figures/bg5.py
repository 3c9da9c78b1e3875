"""Gaussian universality: a hidden manifold, and the first giant step on other inputs."""

from feature_learning.core.tables import Tables
from feature_learning.papers.background.experiments.step_universality import AXES
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.lines import level, logarithmic
from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.palette import BLUE, GREEN, MARKERS, METHODS, ORANGE, PREDICTION, VERMILLION, Hue, methods
from feature_learning.plotting.sheet import Sheet

_MODELS = methods("model", {"manifold": ("random features", "hidden manifold"), "gaussian": ("equivalent", "Gaussian model")})
_INPUTS = {"gaussian": "Gaussian", "signs": r"$\pm 1$", "laplace": "Laplace", "sparse": "sparse", AXES: r"$\pm 1$, teacher along axes"}


_LAWS = Hue(
    "inputs",
    dict(zip(_INPUTS, (METHODS["equivalent"], BLUE, VERMILLION, GREEN, ORANGE), strict=True)),
    _INPUTS,
    dict(zip(_INPUTS, MARKERS, strict=False)),
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw test errors against n/d, and cosines of the first step against d."""
    error, cosine = figure.panels(1, 2)
    runs = tables.runs("hidden_manifold")
    runs = runs.assign(ratio=runs["n"] / runs["d"])
    error.set_title("a manifold looks Gaussian")
    predicted = runs.groupby("ratio")[["predicted"]].mean().reset_index()
    theory(error, predicted, "ratio", "predicted", label="theory of the Gaussian model")
    both = runs.melt(["seed", "ratio"], ["manifold", "gaussian"], "model", "error")
    simulation(error, estimates(both, "error", ["model", "ratio"], "log"), "ratio", _MODELS, nested=True)
    logarithmic(error, "x", ticks=sorted(runs["ratio"].unique()))
    error.set_xlabel("samples per dimension $n/d$")
    error.set_ylabel("test error")

    steps, law = tables.runs("step_universality"), tables.theory("step_universality").set_index("inputs")["cosine"]
    cosine.set_title("so do inputs to generic directions")
    simulation(cosine, estimates(steps, "cosine", ["inputs", "d"]), "d", _LAWS, dodge=3)
    level(cosine, float(law["gaussian"]), "generic", colour=PREDICTION)
    level(cosine, float(law[AXES]), "axes", colour=PREDICTION)
    logarithmic(cosine, "x", ticks=sorted(steps["d"].unique()))
    cosine.margins(x=0.12)
    cosine.set_xlabel("dimension $d$")
    cosine.set_ylabel("cosine with the linear part")
