"""Stage ``theory``: compute the predictions of one experiment at theory's own grid and at the
simulation's points.
"""

from collections.abc import Sequence

import pandas as pd
import pyarrow as pa

from feature_learning.core import parquet
from feature_learning.core.setting import Setting
from feature_learning.pipeline.declare.uncovered import not_covered, theory_function
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
    """Return the theory for the settings of one experiment, with their values as columns.

    Raises
    ------
    UserError
        The paper's ``theory.py`` has no function for the experiment.
    """
    first, frames = settings[0], []
    function = theory_function(first.paper, first.experiment, first.run)
    for setting in settings:
        frame: pd.DataFrame = function(setting)
        frames.append(
            frame.assign(
                **{name: value for name, value in setting.values.items() if name not in frame}
            )
        )
    return pd.concat(frames, ignore_index=True)
