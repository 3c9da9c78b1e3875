"""When no ridge is best."""

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import letter, mark, theory
from feature_learning.plotting.sheet import Sheet

_GREYS = ("0.7", "0.45", "0.0")


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the best penalty and its gain against the signal-to-noise ratio over its threshold."""
    axes = figure.panels(1, 2, height=2.5)
    curves = tables.theory("phase_diagram")
    curves["gain"] = 1 - curves["best_risk"] / curves["ridgeless_risk"]
    for ax, (value, label) in zip(axes, (("best_lbar", r"best $\bar\lambda$"), ("gain", "relative gain over no ridge")), strict=True):
        ax.set_title({"best_lbar": "best penalty", "gain": "what it gains"}[value])
        for number, (psi2, curve) in enumerate(curves.groupby("psi2")):
            theory(ax, curve, "rho_over_threshold", value, label=f"$n/d$ = {psi2:g}", dash=number, color=_GREYS[number])
        mark(ax, [1.0], label=r"$\rho = \zeta^2$")
        ax.set_xscale("log")
        ax.set_xticks([0.05, 0.2, 1, 4], ["0.05", "0.2", "1", "4"])
        ax.minorticks_off()
        ax.set_xlabel(r"signal-to-noise ratio over threshold, $\rho/\zeta^2$")
        ax.set_ylabel(label)
    axes[0].set_yscale("symlog", linthresh=0.1)
    axes[0].set_ylim(0, 20)
    axes[0].set_yticks([0, 0.1, 1, 10], ["0", "0.1", "1", "10"])
    axes[0].legend()
    letter(axes)
