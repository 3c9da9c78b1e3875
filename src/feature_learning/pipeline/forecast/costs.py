"""What each job will take: what such jobs took in the run of the calibration, scaled by the work that the setting makes."""

from __future__ import annotations

import importlib
import importlib.util
import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from statistics import median
from types import ModuleType

from feature_learning.core.cost import Cost
from feature_learning.core.setting import Setting
from feature_learning.pipeline.declare.catalogue import Catalogue, load
from feature_learning.pipeline.declare.experiment import Experiment

CALIBRATION = Path("benchmarks/calibration.json")
"""Below the project's folder; written by ``feature-learning calibrate``."""
# Where nothing is recorded: what a job of the default scale takes in the median, about.
UNRECORDED = (0.1, 1.0, 250.0)
# Arrays as large as the largest that a job holds at once.
_ARRAYS = 4
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
    """One entry of the calibration.

    Attributes
    ----------
    seconds
        CPU time that any such job takes: interpreter, imports, files.
    science
        CPU time of its science at the default scale; elsewhere it grows with the work.
    mb
        Memory beside the arrays that grow with the setting.
    """

    seconds: float
    science: float
    mb: float


def calibration(root: Path) -> dict[str, Rate]:
    """Read a project's calibration; entries are named stage/paper/name, or less for what is not known so closely.

    Empty where there is no calibration.
    """
    path = root / CALIBRATION
    return {key: Rate(*entry) for key, entry in json.loads(path.read_text())["rates"].items()} if path.is_file() else {}


def declared_cost(design: Experiment, setting: Setting) -> Cost:
    """Return what ``train`` costs at a setting by the powers that its experiment declares.

    Work adds up over the points of a grid, memory is that of the largest; a power of 0 counts the points.
    """
    work = [_power(setting, name, power, sum) for name, power in design.cost.items()]
    held = [_power(setting, name, power, max) for name, power in design.memory.items()]
    return Cost(math.prod(work), 8 * _ARRAYS * math.prod(held) if held else 0.0)


def _power(setting: Setting, name: str, power: float, total: Callable[[list[float]], float]) -> float:
    values = setting.grid.get(name) or (setting[name],)
    return total([float(value) ** power for value in values]) if power else len(values)


@cache
def _costs(paper: str) -> ModuleType | None:
    """Return the paper's ``costs.py``, if it has one."""
    name = f"feature_learning.papers.{paper}.costs"
    return importlib.import_module(name) if importlib.util.find_spec(name) else None


class CostModel:
    """Forecasts for the jobs of one configuration.

    Parameters
    ----------
    catalogue
        The papers.
    rates
        The calibration; by default the project's.
    root
        The project's folder.
    """

    def __init__(self, catalogue: Catalogue, rates: Mapping[str, Rate] | None = None, root: Path = Path()) -> None:
        self._catalogue = catalogue
        self._given = rates
        self._root = root

    @cached_property
    def _rates(self) -> Mapping[str, Rate]:
        return calibration(self._root) if self._given is None else self._given

    @cache  # noqa: B019 - one model a process
    def _settings(self, paper: str, experiment: str) -> dict[str, Setting]:
        return {setting.label: setting for setting in self._catalogue.settings(paper, experiment)}

    @cache  # noqa: B019
    def cost(self, paper: str, experiment: str, label: str) -> Cost:
        """Return what ``train`` costs at a setting: as ``costs.py`` says where it has a function for the experiment, else as declared."""
        setting = self._settings(paper, experiment)[label]
        function = getattr(_costs(paper), experiment, None)
        return declared_cost(self._catalogue.experiment(paper, experiment), setting) if function is None else function(setting)

    def work(self, job: Job) -> float:
        """Return what a job's science grows with: operations for ``train``, grid points for ``theory``, 0 for the rest."""
        if job.stage == "train":
            return self.cost(job.paper, job.name, job.label).flops
        if job.stage == "theory":
            settings = self._catalogue.theory_settings(job.paper, job.name)
            return float(sum(math.prod(map(len, setting.grid.values())) for setting in settings))
        return 0.0

    @cache  # noqa: B019
    def growth(self, job: Job) -> float:
        """Return a job's work over that of its experiment's median job at the default scale, as declared; 0 where it has none."""
        work = self.work(job)
        return work / self._default.usual(job.stage, job.paper, job.name) if work else 0.0

    @cached_property
    def _default(self) -> CostModel:
        return CostModel(load({}, self._catalogue.folder), {})

    @cache  # noqa: B019
    def usual(self, stage: str, paper: str, experiment: str) -> float:
        """Return the work of an experiment's median job."""
        labels = self._settings(paper, experiment) if stage == "train" else [""]
        return median(self.work(Job(stage, paper, experiment, label)) for label in labels)

    def held(self, job: Job) -> float:
        """Return the MB that grow with the setting: the arrays of ``train`` (an instance is no larger than 32 MB)."""
        return self.cost(job.paper, job.name, job.label).bytes / 1e6 if job.stage == "train" else 0.0

    def forecast(self, job: Job) -> Forecast:
        """Return what a job will take."""
        rate = next((self._rates[key] for key in job.keys if key in self._rates), Rate(*UNRECORDED))
        gpu = job.stage == "train" and self._catalogue.experiment(job.paper, job.name).gpu
        return Forecast(rate.seconds + rate.science * self.growth(job), rate.mb + self.held(job), gpu)

    def memory(self, *job: str, attempt: int = 1) -> int:
        """Return the MB to ask for; twice as many at each attempt."""
        return math.ceil(MARGIN_MEMORY * self.forecast(Job(*job)).mb + SNAKEMAKE_MB) * 2 ** (attempt - 1)

    def runtime(self, *job: str, attempt: int = 1) -> int:
        """Return the minutes to ask for; twice as many at each attempt."""
        return math.ceil(MARGIN_TIME * self.forecast(Job(*job)).seconds / 60 + MARGIN_MINUTES) * 2 ** (attempt - 1)

    def priority(self, paper: str, experiment: str, label: str) -> float:
        """Return the seconds that ``train`` will take: the longest jobs first, so that none is left alone at the end."""
        return self.forecast(Job("train", paper, experiment, label)).seconds

    def gpus(self, paper: str, experiment: str) -> int:
        """Return how many GPUs to ask for: one where the configuration says ``cuda`` and the experiment can use it."""
        return int(self._catalogue.config.device == "cuda" and self._catalogue.experiment(paper, experiment).gpu)
