"""What each job will take: the papers' costs, times the rates and plus the fixed parts that a run was calibrated to."""

from __future__ import annotations

import importlib
import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from feature_learning.core.cost import Cost
from feature_learning.core.errors import UserError
from feature_learning.core.setting import Setting
from feature_learning.pipeline.declare.catalogue import Catalogue

CALIBRATION = Path(__file__).with_name("calibration.json")
"""Written by ``python -m feature_learning calibrate``."""
# What a job asks a scheduler for, beyond the forecast: the median of its like, on the machine of the calibration.
MARGIN_TIME, MARGIN_MINUTES = 4.0, 10.0
MARGIN_MEMORY = 1.5
SNAKEMAKE_MB = 300.0  # two Snakemakes start a job on a cluster, and stay beside it


@dataclass(frozen=True)
class Job:
    """What a forecast is made for: a stage, and as much of paper, experiment (or figure) and setting as the stage has."""

    stage: str
    paper: str = ""
    name: str = ""
    label: str = ""

    @property
    def keys(self) -> list[str]:
        """Its entries in the calibration, nearest first: its own, its paper's, its stage's."""
        parts = [part for part in (self.stage, self.paper, self.name) if part]
        return ["/".join(parts[:end]) for end in range(len(parts), 0, -1)]


@dataclass(frozen=True)
class Forecast:
    """What a job takes.

    Attributes
    ----------
    seconds
        CPU time on one core, interpreter and imports included.
    mb
        Peak memory.
    gpu
        Whether its products can run on a GPU.
    """

    seconds: float
    mb: float
    gpu: bool = False


@dataclass(frozen=True)
class Rate:
    """One entry of the calibration: seconds and MB that any such job takes, and seconds for each unit of its work."""

    seconds: float
    per_unit: float
    mb: float


def calibration(path: Path = CALIBRATION) -> dict[str, Rate]:
    """Read a calibration; entries are named stage/paper/name, or less for what is not known so closely."""
    return {key: Rate(*entry) for key, entry in json.loads(path.read_text())["rates"].items()}


class CostModel:
    """Forecasts for the jobs of one configuration.

    Parameters
    ----------
    catalogue
        The papers.
    rates
        The calibration; by default the one that is shipped.
    """

    def __init__(self, catalogue: Catalogue, rates: Mapping[str, Rate] | None = None) -> None:
        self._catalogue = catalogue
        self._given = rates

    @cached_property
    def _rates(self) -> Mapping[str, Rate]:
        return calibration() if self._given is None else self._given

    @cache  # noqa: B019 - one model a process
    def _settings(self, paper: str, experiment: str) -> dict[str, Setting]:
        return {setting.label: setting for setting in self._catalogue.settings(paper, experiment)}

    @cache  # noqa: B019
    def cost(self, paper: str, experiment: str, label: str) -> Cost:
        """Return what ``train`` costs at a setting, as the paper's ``costs.py`` says.

        Raises
        ------
        UserError
            There is no function for the experiment.
        """
        module = importlib.import_module(f"feature_learning.papers.{paper}.costs")
        function: Callable[[Setting], Cost] | None = getattr(module, experiment, None)
        if function is None:
            raise UserError(f"{paper}/costs.py has no function {experiment} for that experiment")
        return function(self._settings(paper, experiment)[label])

    @cache  # noqa: B019
    def work(self, job: Job) -> float:
        """Return the units that a job's rate counts: 10^9 FLOPs for ``train``, grid points for ``theory``."""
        if job.stage == "train":
            return self.cost(job.paper, job.name, job.label).flops / 1e9
        if job.stage == "theory":
            settings = self._catalogue.theory_settings(job.paper, job.name)
            return float(sum(math.prod(map(len, setting.grid.values())) for setting in settings))
        return 0.0

    def held(self, job: Job) -> float:
        """Return the MB that grow with the setting: the arrays of ``train`` (an instance is no larger than 32 MB)."""
        return self.cost(job.paper, job.name, job.label).bytes / 1e6 if job.stage == "train" else 0.0

    def forecast(self, job: Job) -> Forecast:
        """Return what a job will take."""
        rate = next((self._rates[key] for key in job.keys if key in self._rates), Rate(1.0, 0.1, 100.0))
        gpu = job.stage == "train" and self.cost(job.paper, job.name, job.label).gpu
        return Forecast(rate.seconds + rate.per_unit * self.work(job), rate.mb + self.held(job), gpu)

    def memory(self, *job: str, attempt: int = 1) -> int:
        """Return the MB to ask for; twice as many at each attempt."""
        return math.ceil(MARGIN_MEMORY * self.forecast(Job(*job)).mb + SNAKEMAKE_MB) * 2 ** (attempt - 1)

    def runtime(self, *job: str, attempt: int = 1) -> int:
        """Return the minutes to ask for; twice as many at each attempt."""
        return math.ceil(MARGIN_TIME * self.forecast(Job(*job)).seconds / 60 + MARGIN_MINUTES) * 2 ** (attempt - 1)

    def priority(self, paper: str, experiment: str, label: str) -> float:
        """Return the seconds that ``train`` will take: the longest jobs first, so that none is left alone at the end."""
        return self.forecast(Job("train", paper, experiment, label)).seconds

    def gpus(self, paper: str, experiment: str, label: str) -> int:
        """Return how many GPUs to ask for: one where the configuration says ``cuda`` and the experiment can use it."""
        return int(self._catalogue.config.device == "cuda" and self.cost(paper, experiment, label).gpu)
