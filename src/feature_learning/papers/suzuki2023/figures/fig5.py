"""Accuracy against temperature, constant and annealed."""

from feature_learning.core.tables import Tables
from feature_learning.papers.suzuki2023.experiments.annealed import ANNEALED, CONSTANT, parsed
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.lines import level, logarithmic
from feature_learning.plotting.marks import runs as single
from feature_learning.plotting.marks import simulation
from feature_learning.plotting.palette import METHODS, ordered, unordered
from feature_learning.plotting.sheet import Sheet
from feature_learning.statistics.evidence import by_run


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the accuracy against the temperature, then every run at constant and annealed temperatures."""
    constant, schedules = figure.panels(1, 2, sharey="row")
    constant.set_title("heat above 0.5 destroys learning")
    found = estimates(by_run(tables.runs("temperature")), "accuracy", ["heat"], "logit")
    simulation(constant, found, "heat", label="constant temperature, $k = 2$", colour=METHODS["network"], join=True)
    level(constant, 0.5, "")
    logarithmic(constant, "x", ticks=[0.01, 0.1, 1])
    constant.set_xlabel(r"temperature $\lambda d$")

    schedules.set_title("annealing helps most for $k = 3$")
    rows = by_run(tables.runs("annealed"))
    cases = sorted(rows["case"].unique(), key=parsed)
    rows = rows.assign(place=rows["case"].map(cases.index))
    constants = {*rows["schedule"]} - {ANNEALED}
    hue = ordered("schedule", constants, lambda name: rf"$\lambda d = {name.removeprefix(CONSTANT)}$", "flare") + unordered(
        "schedule", {ANNEALED: "annealed"}, after=2
    )
    single(schedules, rows, "place", "accuracy", hue, dodge=6)
    simulation(schedules, estimates(rows, "accuracy", ["schedule", "place"], "median"), "place", hue, dodge=6)
    level(schedules, 0.5, "chance")
    names = [f"$d = {d}$, $k = {k}$" for d, k, _ in map(parsed, cases)]
    schedules.set_xticks(range(len(cases)), [name.replace(", ", ",\n") for name in names])
    schedules.set_xlim(-0.5, len(cases) - 0.5)
    schedules.set_xlabel("parity")
    for ax in (constant, schedules):
        ax.set_ylabel("test accuracy")
