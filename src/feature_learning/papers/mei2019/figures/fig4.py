"""Wide and large-sample limits."""

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import letter, theory
from feature_learning.plotting.sheet import Sheet

_GREYS = ("0.75", "0.55", "0.3", "0.0")


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw bias and variance against the width, and the bias against the sample, with their limits."""
    axes = figure.panels(1, 3, height=2.5)
    panels = (("bias", "width", r"$\bar\lambda$"), ("variance", "width", r"$\bar\lambda$"), ("bias", "samples", "$N/d$"))
    for ax, (value, grows, name) in zip(axes, panels, strict=True):
        ax.set_title({"width": f"{value}, $n/d = 3$", "samples": f"ridgeless {value}"}[grows])
        for number, (parameter, curve) in enumerate(tables.theory("wide_limit", grows=grows).groupby("curve")):
            theory(ax, curve, "size", value, label=f"{name} = {parameter:g}", color=_GREYS[number])
            theory(ax, curve, "size", f"{value}_limit", label=f"_limit, {parameter:g}", dash=2, color=_GREYS[number])
        ax.set_xscale("log")
        ax.set_yscale("log")
        ax.set_xlabel({"width": "width, $N/d$", "samples": "samples, $n/d$"}[grows])
        ax.set_ylabel(value)
        ax.legend()
    axes[0].set_ylim(0.01, 2)
    axes[1].set_ylim(0.01, 20)
    axes[2].set_ylim(0.02, 2)
    letter(axes)
