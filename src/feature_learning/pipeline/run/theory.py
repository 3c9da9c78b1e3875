"""Stage ``theory``: compute the predictions of one experiment at theory's own grid and at the simulation's points."""

from __future__ import annotations

import argparse
import importlib
import json

import pandas as pd
import pyarrow as pa

from feature_learning.core import parquet
from feature_learning.core.errors import UserError
from feature_learning.core.setting import Setting
from feature_learning.pipeline.run.timing import recorded


def run(args: argparse.Namespace) -> None:
    """Write one table: the frames of all settings, with the setting's values as columns."""
    with recorded(args.benchmark, "theory") as watch:
        settings = [Setting.from_json(json.dumps(raw)) for raw in json.loads(args.settings)]
        paper, experiment = settings[0].paper, settings[0].experiment
        module = importlib.import_module(f"feature_learning.papers.{paper}.theory")
        function = getattr(module, experiment, None)
        if function is None:
            raise UserError(f"{paper}/theory.py has no function {experiment}, which experiments.yaml promises")
        frames = []
        for setting in settings:
            with watch.science():
                frame: pd.DataFrame = function(setting)
            frames.append(frame.assign(**{name: value for name, value in setting.values.items() if name not in frame}))
        table = pa.Table.from_pandas(pd.concat(frames, ignore_index=True), preserve_index=False)
        parquet.write(table, args.out, {"paper": paper, "experiment": experiment})
