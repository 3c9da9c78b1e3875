"""Forecasts of time and memory: what the same job took when the records were made."""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from statistics import median
from typing import Any

from feature_learning.core.files import read_text
from feature_learning.core.setting import Setting
from feature_learning.pipeline.declare.catalogue import Catalogue
from feature_learning.pipeline.declare.config import SCALES
from feature_learning.pipeline.forecast.growth import grown, work

# What a job requests from a scheduler, relative to the forecast, which is a median on the machine
# of the record.
MARGIN_TIME, MARGIN_MINUTES = 4.0, 10.0
MARGIN_MEMORY = 1.5
SNAKEMAKE_MB = 300.0  # two Snakemake processes start each job on a cluster and run next to it
INTERPRETER_MB = 250.0  # the libraries in the process of a job, in addition to the job itself


@dataclass(frozen=True)
class Job:
    """The job of a forecast: its stage and, where the stage has them, paper, experiment (or figure)
    and setting.
    """

    stage: str
    paper: str = ""
    name: str = ""
    label: str = ""

    @property
    def key(self) -> str:
        """Its name among the costs of its experiment."""
        return "/".join(filter(None, (self.stage, self.label)))


@dataclass(frozen=True)
class Forecast:
    """The forecast for a job.

    Attributes
    ----------
    seconds
        CPU time on one core, with interpreter and imports.
    mb
        The memory by which the job's process grows at its peak, in addition to the libraries.
    rough
        Whether no such job was measured at these sizes.
    beyond
        Values that are larger than all measured ones, if the experiment does not say how its cost
        grows with them. The numbers are then the cost of the largest measured job.
    """

    seconds: float
    mb: float
    rough: bool = False
    beyond: tuple[str, ...] = ()


USUAL = {
    "sample": Forecast(0.2, 10.0, rough=True),
    "train": Forecast(3.0, 250.0, rough=True),
    "theory": Forecast(1.5, 100.0, rough=True),
    "aggregate": Forecast(0.05, 50.0),
    "claims": Forecast(1.8, 100.0),
    "render": Forecast(1.5, 120.0),
    "page": Forecast(0.7, 100.0),
    "gallery": Forecast(2.7, 200.0),
}
"""The mean job of each stage, where the record knows none. Claims, figures and pages take about the
same in all papers. Therefore only the jobs of experiments are in the record.
"""


class CostModel:
    """Forecasts for the jobs of one configuration, from the project's records.

    Parameters
    ----------
    catalogue
        The papers.
    root
        The project's folder, with ``record/<scale>/record.json``.
    """

    def __init__(self, catalogue: Catalogue, root: Path = Path()) -> None:
        self._catalogue = catalogue
        self._root = root

    @cache  # noqa: B019 - one model per process
    def _recorded(self, scale: str) -> Mapping[str, Any]:
        path = self._root / "record" / scale / "record.json"
        return json.loads(read_text(path))["experiments"] if path.is_file() else {}

    @cache  # noqa: B019
    def _settings(self, paper: str, name: str) -> Mapping[str, Setting]:
        return {each.label: each for each in self._catalogue.settings(paper, name)}

    def _changed(self, job: Job) -> bool:
        """Return whether the configuration changes more than the seeds of a job's experiment."""
        changes = self._catalogue.config.overrides.get(job.paper, {}).get("experiments", {})
        return bool(set(changes.get(job.name, {})) - {"seeds"})

    def recorded(self, job: Job) -> Forecast | None:
        """Return what the record of this scale says of a job of an experiment, if it has it."""
        own = self._recorded(self._catalogue.config.scale).get(f"{job.paper}/{job.name}", {})
        cost = own.get("cost", {}).get(job.key)
        return Forecast(*cost) if cost and not self._changed(job) else None

    @cache  # noqa: B019
    def forecast(self, job: Job) -> Forecast:
        """Return the forecast for a job: its measured cost; else the cost of other jobs of its
        experiment, at this scale or another one, by their grids; else the usual cost.
        """
        found = self.recorded(job)
        if found or job.stage not in ("sample", "train", "theory"):
            return found or USUAL[job.stage]
        scale, name = self._catalogue.config.scale, f"{job.paper}/{job.name}"
        for other in sorted(SCALES, key=lambda each: each != scale):
            near = self._recorded(other).get(name, {})
            costs = {
                key: cost
                for key, cost in near.get("cost", {}).items()
                if key.partition("/")[0] == job.stage
            }
            if costs:
                known = Forecast(
                    median(seconds for seconds, _ in costs.values()),
                    median(mb for _, mb in costs.values()),
                    rough=True,
                )
                if job.stage != "train":
                    return known
                return self._grown(job, known, [Setting.from_json(one) for one in near["settings"]])
        return USUAL[job.stage]

    def _grown(self, job: Job, known: Forecast, recorded: list[Setting]) -> Forecast:
        """Return the forecast of a training job from the median recorded one, by how the experiment
        says that its cost grows, or by the points of the grid.
        """
        grows = self._catalogue.experiment(job.paper, job.name).grows
        setting = self._settings(job.paper, job.name)[job.label]
        larger = grown(setting, recorded)
        if grows is None:
            times = _points(setting) / median(map(_points, recorded))
            return replace(known, seconds=times * known.seconds, beyond=tuple(larger))
        beyond = tuple(name for name in larger if name not in grows.names)
        (time, _), (_, memory) = work(grows.time, setting), work(grows.memory, setting)
        usual = median(work(grows.time, one)[0] for one in recorded)
        array = median(work(grows.memory, one)[1] for one in recorded)
        return Forecast(known.seconds * time / usual, known.mb * memory / array, True, beyond)

    def memory(self, *job: str, attempt: int = 1) -> int:
        """Return the memory to request in MB; it doubles with each attempt."""
        return math.ceil(
            MARGIN_MEMORY * self.forecast(Job(*job)).mb + INTERPRETER_MB + SNAKEMAKE_MB
        ) * 2 ** (attempt - 1)

    def runtime(self, *job: str, attempt: int = 1) -> int:
        """Return the time to request in minutes; it doubles with each attempt."""
        seconds = self.forecast(Job(*job)).seconds
        return math.ceil(MARGIN_TIME * seconds / 60 + MARGIN_MINUTES) * 2 ** (attempt - 1)

    def priority(self, paper: str, experiment: str, label: str) -> float:
        """Return the seconds that ``train`` will take: the longest jobs start first, so none
        runs alone at the end.
        """
        return self.forecast(Job("train", paper, experiment, label)).seconds

    def gpus(self, paper: str, experiment: str) -> int:
        """Return the number of GPUs to request: one if the configuration says ``cuda`` and the
        experiment can use it.
        """
        return int(
            self._catalogue.config.device == "cuda"
            and self._catalogue.experiment(paper, experiment).gpu
        )


def _points(setting: Setting) -> int:
    """Return the number of grid points that a job goes through."""
    return math.prod(map(len, setting.grid.values()))
