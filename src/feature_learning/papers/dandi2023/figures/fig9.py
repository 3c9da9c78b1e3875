"""Gaussian equivalents of the features before and after one step."""

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_LOOKS = {
    "true-features": ("true features", plot.METHODS["network"], "o"),
    "conditional": ("Gaussian given the spike", plot.METHODS["equivalent"], "s"),
    "matched": ("Gaussian, same covariance", plot.METHODS["random features"], "D"),
}
_NAMES, _COLOURS, _MARKERS = (
    {model: looks[place] for model, looks in _LOOKS.items()} for place in range(3)
)
_MODELS = plot.Hue("model", _COLOURS, _NAMES, _MARKERS)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the errors of the feature models against n/d, before the step and after it."""
    axes = figure.panels(1, 2, height=2.2, sharey=True)
    runs = tables.runs("equivalence")
    for time, (ax, title) in enumerate(zip(axes, ("Before the step", "After it"), strict=True)):
        of_time = runs[runs["time"] == time]
        found = plot.estimates(of_time, "error", ["model", "alpha"], "log")
        plot.simulation(ax, found, "alpha", _MODELS, join=True)
        plot.logarithmic(ax, "x", ticks=tables.values("equivalence", "alpha"))
        ax.margins(x=0.15)
        ax.set(title=title, xlabel="samples per dimension $n/d$")
    axes[0].set_ylabel("test error")
    after = runs[(runs["time"] == 1) & (runs["alpha"] == runs["alpha"].max())]
    means = after.groupby("model")["error"].mean()
    figure.say(
        gap=means["conditional"] / means["true-features"] - 1,
        more=means["matched"] / means["true-features"] - 1,
    )
