"""Conditional Gaussian equivalence, and on what to condition."""

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_LOOKS = {
    "true-features": ("true features", plot.METHODS["network"], "o"),
    "conditional": ("Gaussian given the spike", plot.METHODS["equivalent"], "s"),
    "both": ("given spike and teacher", plot.VERMILLION, "^"),
    "teacher": ("given the teacher", plot.SKY, "v"),
    "plain": ("plainly Gaussian", plot.METHODS["random features"], "D"),
}
_NAMES, _COLOURS, _MARKERS = (
    {model: looks[place] for model, looks in _LOOKS.items()} for place in range(3)
)
_MODELS = plot.Hue("model", _COLOURS, _NAMES, _MARKERS)
_ERRORS = ("true-features", "conditional", "plain")
_DIFFERENCES = {
    "the spike suffices": ("conditional", "both", "teacher"),
    "plain: a larger error": ("plain",),
}
_PAIR = ["seed", "alpha"]


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the errors of the feature models against n/d, and paired differences."""
    errors, *differences = figure.panels(1, 3, height=2.1)
    runs = tables.runs("equivalence")
    errors.set(title="given the spike: one error", ylabel="test error")
    table = plot.estimates(runs[runs["model"].isin(_ERRORS)], "error", ["model", "alpha"], "log")
    plot.simulation(errors, table, "alpha", _MODELS, join=True)
    true = runs[runs["model"] == "true-features"].set_index(_PAIR)["error"]
    models = runs[runs["model"] != "true-features"].set_index(_PAIR)
    models = models.assign(difference=models["error"] - true.reindex(models.index)).reset_index()
    for ax, (title, names) in zip(differences, _DIFFERENCES.items(), strict=True):
        ax.set(title=title, ylabel="error less that of true features")
        plot.level(ax, 0.0, "")
        table = plot.estimates(
            models[models["model"].isin(names)], "difference", ["model", "alpha"]
        )
        plot.simulation(ax, table, "alpha", _MODELS, join=True)
    for ax in (errors, *differences):
        plot.logarithmic(ax, "x", ticks=tables.values("equivalence", "alpha"))
        ax.margins(x=0.15)
        ax.set_xlabel("samples per dimension $n/d$")
