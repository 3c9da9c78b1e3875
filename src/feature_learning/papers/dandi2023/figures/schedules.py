"""Steps of tuned sizes on batches too small for one step."""

import numpy as np

from feature_learning import plotting as plot
from feature_learning.papers.dandi2023.quantities import best_scheduled_cosine, scheduled_cosine
from feature_learning.plotting import Sheet, Tables


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the largest cosine against the dimension by the number of steps, and the cosine after
    each of four simulated steps.
    """
    by_dimension, by_time = figure.panels(1, 2, height=2.7)
    figure.name_in_each()
    best, found = best_scheduled_cosine(tables), scheduled_cosine(tables)
    hue = plot.ordered("time", best.points["time"], "$T = {}$", "flare")
    plot.theory(by_dimension, best.table(), "d", "estimate", hue)
    times = sorted(found.points["time"].unique())
    plot.quantity(by_dimension, found.at(time=times[-1:]).predicted_by(None), "d", hue)
    reach = np.geomspace(best.points["d"].min(), best.points["d"].max(), 50)
    by_dimension.plot(reach, reach**-0.5, color=plot.GREY, linewidth=0.8, zorder=1)
    sizes = plot.ordered("d", found.points["d"], lambda d: f"$d = {plot.number(d)}$")
    assert found.prediction is not None
    plot.theory(by_time, found.prediction.table(), "time", "estimate", sizes, kinks=True)
    plot.quantity(by_time, found.predicted_by(None), "time", sizes)
    plot.logarithmic(by_dimension)
    by_dimension.set_ylim(bottom=1e-3, top=1.0)
    label = "root mean square cosine"
    by_dimension.set(title="Best sizes of the steps", xlabel="dimension $d$", ylabel=label)
    by_time.set(title="Four steps of one schedule", xlabel="step $T$")
    by_time.set_ylabel("the same after each step")
    by_time.set_xticks(times)
    farthest = best.at(time="largest", d="largest").table()["estimate"].iloc[0]
    log_size = tables.value("schedules", "log_size")
    figure.say(d=found.points["d"].max(), far=farthest, log_size=log_size)
