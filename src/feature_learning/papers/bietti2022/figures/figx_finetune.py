"""The refit's excess risk against the number of fresh samples."""

import numpy as np

from feature_learning.plotting import (
    Sheet,
    Tables,
    darker,
    estimates,
    guide,
    level,
    logarithmic,
    ordered,
    simulation,
    theory,
    unordered,
)

_CASES = {
    "1000-2": r"$1000$ neurons, $\tau = 2$",
    "1000-10": r"$1000$ neurons, $\tau = 10$",
    "100-2": r"$100$ neurons, $\tau = 2$",
    "100-10": r"$100$ neurons, $\tau = 10$",
}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw risks at the target's direction with their floors and bounds, and at trained directions
    with R(|m|).
    """
    exact, after = figure.panels(1, 2, height=2.4)
    runs, law = tables.runs("fine_tuning", s=1), tables.theory("fine_tuning")
    runs = runs.assign(case=runs["width"].astype(str) + "-" + runs["tau"].map("{:g}".format))
    cases = unordered("case", _CASES)
    found = estimates(runs, "excess", ["case", "samples"], "log")
    simulation(exact, found, "samples", cases, join=True)
    for case, tau in (("100-2", 2), ("100-10", 10)):
        narrow = runs[(runs["case"] == case) & (runs["samples"] == runs["samples"].min())]
        if len(narrow):
            name = rf"floor $R(1)$, $\tau = {tau}$"
            level(
                exact,
                float(np.exp(np.log(narrow["floor"]).mean())),
                name,
                colour=darker(cases.colours[case]),
            )
    n = np.array(sorted(runs["samples"].unique()), dtype=float)
    above = found[["estimate", "high"]].replace(np.inf, 0.0).to_numpy().max()
    for tau, power, start in zip(law["tau"], law["exponent"], (12 * above, 3 * above), strict=True):
        guide(exact, n, start * (n / n[0]) ** power, rf"bound's slope, $\tau = {tau:g}$", at=None)
    exact.margins(y=0.12)
    exact.set(title="at the target's direction", xlabel=r"fresh samples $n'$", ylabel="excess risk")
    trained = tables.runs("fine_tuning_trained", s=1)
    hue = ordered("n", trained["n"], "trained on $n = {}$")
    simulation(
        after, estimates(trained, "excess", ["n", "samples"], "log"), "samples", hue, join=True
    )
    theory(
        after, estimates(trained, "predicted", ["n", "samples"], "log"), "samples", "estimate", hue
    )
    after.set(title="at trained directions", xlabel=r"fresh samples $n'$", ylabel="excess risk")
    for ax in (exact, after):
        logarithmic(ax)
