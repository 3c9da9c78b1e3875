"""When no ridge is best."""

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the best penalty and its gain against the signal-to-noise ratio over its threshold."""
    penalty, gain = figure.panels(1, 2, height=2.6)
    figure.name_in_each()
    curves = tables.theory("phase_diagram")
    figure.say(critical=float((curves["rho"] / curves["rho_over_threshold"]).iloc[0]))
    curves = curves.assign(gain=1 - curves["best_risk"] / curves["ridgeless_risk"])
    samples = plot.ordered("psi2", curves["psi2"], "$n/d = {:g}$")
    plot.theory(
        penalty, curves[curves["best_lbar"] > 0], "rho_over_threshold", "best_lbar", samples
    )
    plot.logarithmic(penalty, "y")
    penalty.set(title="Best penalty", ylabel=r"best penalty $\bar\lambda$")
    penalty.set_ylim(1e-3, 20)
    plot.theory(gain, curves, "rho_over_threshold", "gain", samples)
    gain.set(title="What it gains over none", ylabel="relative gain in risk")
    for ax in (penalty, gain):
        plot.logarithmic(ax, "x", ticks=(0.05, 0.2, 1, 4))
        plot.regimes(ax, [1.0], ["a ridge is best", "no ridge"])
        ax.set(xlabel=r"signal-to-noise ratio over critical, $\rho/\zeta^2$", xlim=(0.045, 4.4))
