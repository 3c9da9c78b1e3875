"""Several steps on a target of leap 2 with samples of order d."""

from dataclasses import replace

import numpy as np

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_TITLES = {"one": "Step 1", "root-d": r"Step $\sqrt{d}$"}

_SAID = {"one": "one", "root": "root-d"}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the root mean square cosine times sqrt d against d for each number of steps."""
    runs = tables.runs("never")
    runs = runs.assign(scaled=runs["size"] * np.sqrt(runs["d"]))
    times = plot.ordered("time", runs["time"], "$T = {}$")
    times = replace(times, markers=dict(zip(times.names, plot.MARKERS, strict=False)))
    found = plot.estimates(runs, "scaled", ["step", "time", "d"], "rms")
    bars = found[["estimate", "low", "high"]].to_numpy()
    bars = bars[np.isfinite(bars) & (bars > 0)]
    least, most, last = runs["d"].min(), runs["d"].max(), runs["time"].max()
    start = found[(found["d"] == least) & (found["time"] == last)].set_index("step")["estimate"]
    reach = start.max() * np.sqrt(most / least)  # were all learned
    for ax, step in figure.facets(list(_TITLES), _TITLES.__getitem__, height=2.3, sharex=True):
        own = found[found["step"] == step]
        plot.simulation(ax, own, "d", times, join=True, band=True, ends=step == "one")
        if step != "one":  # the first is on top, the others end close to one another
            ends = own[own["d"] == most].set_index("time")["estimate"]
            (first, height), *_ = ends.items()
            rest = ends.drop(first)
            figure.edge_label(ax, height, times.names[first], times.colours[first])
            name = f"$T = {rest.index.min()}$ to {rest.index.max()}"
            figure.edge_label(ax, rest.mean(), name, times.colours[last])
        span = np.geomspace(least, most, 40)
        learned = start[step] * np.sqrt(span / span[0])
        plot.guide(ax, span, learned, "if learned", at=0.9)
        plot.logarithmic(ax, "x")
        plot.logarithmic(ax, "y", (1, 2, 5, 10, 20, 50))
        ax.set(xlabel="dimension $d$", ylabel=r"$\sqrt{d} \times$ rms cosine")
        plot.level(ax, 1.0, "chance", at=0.98, below=True)
        ax.set_ylim(min(0.6, 0.9 * bars.min()), 1.25 * max(reach, bars.max()))
    table = found.set_index(["step", "time", "d"])
    ends = table["estimate"]
    one = ends["one"].unstack("d")
    growth = (one / one.shift()).iloc[1:].stack()
    change = ends.xs(most, level="d") / ends.xs(least, level="d")
    largest, smallest = (ends.groupby(["step", "time"]).agg(end) for end in ("max", "min"))
    swing = (largest / smallest).groupby("step").max()
    rise = table["low"].xs(most, level="d") - table["high"].xs(least, level="d")
    after = ends["root-d"].xs(last, level="time")
    figure.say(low_end=after.min(), high_end=after.max())
    figure.say(
        mildest=growth.min(),
        strongest=growth.max(),
        risen=int((rise["one"] > 0).sum()),
        **{f"{step}_least": change[name].min() for step, name in _SAID.items()},
        **{f"{step}_most": change[name].max() for step, name in _SAID.items()},
        **{f"{step}_swing": swing[name] for step, name in _SAID.items()},
        learned=np.sqrt(most / least),
        low=int(least),
        high=f"${plot.number(float(most))}$",
        last=int(last),
    )
