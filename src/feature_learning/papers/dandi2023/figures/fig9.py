"""Conditional Gaussian equivalence, and on what to condition."""

from feature_learning.plotting import (
    METHODS,
    SKY,
    VERMILLION,
    Hue,
    Sheet,
    Tables,
    estimates,
    level,
    logarithmic,
    simulation,
)

_LOOKS = {
    "true-features": ("true features", METHODS["network"], "o"),
    "conditional": ("Gaussian given the spike", METHODS["equivalent"], "s"),
    "both": ("given spike and teacher", VERMILLION, "^"),
    "teacher": ("given the teacher", SKY, "v"),
    "plain": ("plainly Gaussian", METHODS["random features"], "D"),
}
_NAMES, _COLOURS, _MARKERS = (
    {model: looks[place] for model, looks in _LOOKS.items()} for place in range(3)
)
_MODELS = Hue("model", _COLOURS, _NAMES, _MARKERS)
_SHOWN = {
    "errors": ("true-features", "conditional", "plain"),
    "given": ("conditional", "both", "teacher"),
    "plain": ("plain",),
}
_PAIR = ["seed", "alpha"]


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the errors of the feature models against n/d, and paired differences."""
    errors, *differences = figure.panels(1, 3, height=2.1)
    runs = tables.runs("equivalence")
    errors.set_title("given the spike: one error")
    own = runs[runs["model"].isin(_SHOWN["errors"])]
    simulation(
        errors,
        estimates(own, "error", ["model", "alpha"], "log"),
        "alpha",
        _MODELS,
        join=True,
        dodge=3,
    )
    errors.set_ylabel("test error")
    true = runs[runs["model"] == "true-features"].set_index(_PAIR)["error"]
    models = runs[runs["model"] != "true-features"].set_index(_PAIR)
    models = models.assign(difference=models["error"] - true.reindex(models.index)).reset_index()
    for ax, shown, title in zip(
        differences,
        ("given", "plain"),
        ("the spike suffices", "plain: a larger error"),
        strict=True,
    ):
        ax.set_title(title)
        level(ax, 0.0, "")
        own = models[models["model"].isin(_SHOWN[shown])]
        simulation(
            ax,
            estimates(own, "difference", ["model", "alpha"]),
            "alpha",
            _MODELS,
            join=True,
            dodge=3,
        )
        ax.set_ylabel("error less that of true features")
    for ax in (errors, *differences):
        logarithmic(ax, "x", ticks=sorted(runs["alpha"].unique()))
        ax.margins(x=0.15)
        ax.set_xlabel("samples per dimension $n/d$")
