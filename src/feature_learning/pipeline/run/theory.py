"""Stage ``theory``: compute the predictions of one experiment at theory's own grid and at the
simulation's points.
"""

from collections.abc import Sequence

import pandas as pd
import pyarrow as pa

from feature_learning.core import parquet
from feature_learning.core.coverage import predicted
from feature_learning.core.setting import Setting
from feature_learning.pipeline.declare.classes import class_of
from feature_learning.pipeline.declare.uncovered import not_covered
from feature_learning.pipeline.run.task import Task


def run(task: Task) -> None:
    """Write the predictions for all settings in one table."""
    with task.recorded() as watch:
        settings = task.settings
        with watch.science():
            found = predict(settings)
        provenance = {"paper": settings[0].paper, "experiment": settings[0].experiment}
        if reason := not_covered(settings):
            provenance["not covered"] = reason
        parquet.write(pa.Table.from_pandas(found, preserve_index=False), task.out, provenance)


def predict(settings: Sequence[Setting]) -> pd.DataFrame:
    """Return the theory for the settings of one experiment, with their values as columns."""
    experiment, frames = class_of(settings[0]), []
    for setting in settings:
        frame = predicted(experiment, setting)
        values = {name: value for name, value in setting.values.items() if name not in frame}
        frames.append(frame.assign(**values))
    return pd.concat(frames, ignore_index=True)
