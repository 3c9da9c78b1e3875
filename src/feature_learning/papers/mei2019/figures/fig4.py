"""Wide and large-sample limits."""

from feature_learning.core.tables import Tables
from feature_learning.plotting.lines import logarithmic, regimes
from feature_learning.plotting.marks import theory
from feature_learning.plotting.palette import ordered
from feature_learning.plotting.sheet import Sheet

_TITLES = {"bias": "wide networks keep a bias", "variance": "and a variance"}
_UPTO = 1e3  # the curves are at their limits there


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw bias and variance against the width, and the bias against the sample, with their limits."""
    axes = figure.panels(1, 3)
    panels = (("bias", "width"), ("variance", "width"), ("bias", "samples"))
    for ax, (value, grows) in zip(axes, panels, strict=True):
        curves = tables.theory("wide_limit", grows=grows)
        if grows == "width":
            ax.set_title(_TITLES[value])
            hue = ordered("curve", curves["curve"], r"$\bar\lambda = {:g}$", palette="flare_r")
            poles = dict.fromkeys(hue.names, float(curves["psi2"].iloc[0]))
            regimes(ax, [float(curves["psi2"].iloc[0])], ["$N < n$", "$N > n$"])
            ax.set_xlabel("width $N/d$")
        else:
            ax.set_title("many samples leave a bias")
            hue = ordered("curve", curves["curve"], "$N/d = {:g}$", palette="crest")
            poles = {width: width for width in hue.names}
            ax.set_xlabel("samples per dimension $n/d$")
        curves = curves[curves["size"] <= _UPTO]
        theory(ax, curves, "size", f"{value}_limit", hue, dashed=True)
        for curve, pole in poles.items():
            own = curves[curves["curve"] == curve]
            theory(ax, own, "size", value, hue, poles=[pole], ends=True)
        logarithmic(ax, "y")
        logarithmic(ax, "x", ticks=(1, 10, 100))
        ax.set_ylabel(value)
    for ax in axes:
        ax.set_ylim(0.015, 8)
