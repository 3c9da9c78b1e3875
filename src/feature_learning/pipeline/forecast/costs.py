"""Forecasts of time and memory: what such jobs took in the calibration run, scaled by the work of the setting."""

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
"""Path below the project's folder; ``feature-learning calibrate`` writes it."""
# Used if nothing is recorded: roughly what the median job of the default scale takes.
UNRECORDED = (0.1, 1.0, 250.0)
# How many arrays of the largest size a job holds at once.
_ARRAYS = 4
# What a job requests from a scheduler, relative to the forecast, which is a median on the machine of the calibration.
MARGIN_TIME, MARGIN_MINUTES = 4.0, 10.0
MARGIN_MEMORY = 1.5
SNAKEMAKE_MB = 300.0  # two Snakemake processes start each job on a cluster and run beside it
INTERPRETER_MB = 250.0  # what the libraries take in the process of a job, beside what the job itself needs


@dataclass(frozen=True)
class Job:
    """The job of a forecast: its stage and, where the stage has them, paper, experiment (or figure) and setting."""

    stage: str
    paper: str = ""
    name: str = ""
    label: str = ""

    @property
    def keys(self) -> list[str]:
        """The names of its entries in the calibration, the most specific first: its own, its paper's, its stage's."""
        parts = [part for part in (self.stage, self.paper, self.name) if part]
        return ["/".join(parts[:end]) for end in range(len(parts), 0, -1)]


@dataclass(frozen=True)
class Forecast:
    """The forecast for a job.

    Attributes
    ----------
    seconds
        CPU time on one core, including interpreter and imports.
    mb
        What the job's process grows by at its peak, beside what the libraries take.
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
        CPU time that every such job takes: interpreter, imports, files.
    science
        CPU time of the science at the default scale; at other scales it grows with the work.
    mb
        Memory apart from the arrays that grow with the setting.
    """

    seconds: float
    science: float
    mb: float


def calibration(root: Path) -> dict[str, Rate]:
    """Read a project's calibration; empty if there is none.

    Entries are named ``stage/paper/name``, or ``stage/paper`` or ``stage`` where less is known.
    """
    path = root / CALIBRATION
    return {key: Rate(*entry) for key, entry in json.loads(path.read_text())["rates"].items()} if path.is_file() else {}


def declared_cost(design: Experiment, setting: Setting) -> Cost:
    """Return what ``train`` costs at a setting, from the powers that its experiment declares.

    Work is summed over the points of the grid, memory is that of the largest point; a power of 0 counts the points.
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

    @cache  # noqa: B019 - one model per process
    def _settings(self, paper: str, experiment: str) -> dict[str, Setting]:
        return {setting.label: setting for setting in self._catalogue.settings(paper, experiment)}

    @cache  # noqa: B019
    def cost(self, paper: str, experiment: str, label: str) -> Cost:
        """Return what ``train`` costs at a setting: from its function in ``costs.py`` if there is one, else as declared."""
        setting = self._settings(paper, experiment)[label]
        function = getattr(_costs(paper), experiment, None)
        return declared_cost(self._catalogue.experiment(paper, experiment), setting) if function is None else function(setting)

    def work(self, job: Job) -> float:
        """Return what a job's science is proportional to: operations of ``train``, grid points of ``theory``, else 0."""
        if job.stage == "train":
            return self.cost(job.paper, job.name, job.label).flops
        if job.stage == "theory":
            settings = self._catalogue.theory_settings(job.paper, job.name)
            return float(sum(math.prod(map(len, setting.grid.values())) for setting in settings))
        return 0.0

    @cache  # noqa: B019
    def growth(self, job: Job) -> float:
        """Return a job's work over that of its experiment's median job at the default scale, as declared; 0 for no work."""
        work = self.work(job)
        return work / self._default.usual(job.stage, job.paper, job.name) if work else 0.0

    @cached_property
    def _default(self) -> CostModel:
        return CostModel(load({"paper_folders": self._catalogue.config.paper_folders}, self._catalogue.folder), {})

    @cache  # noqa: B019
    def usual(self, stage: str, paper: str, experiment: str) -> float:
        """Return the work of an experiment's median job."""
        labels = self._settings(paper, experiment) if stage == "train" else [""]
        return median(self.work(Job(stage, paper, experiment, label)) for label in labels)

    def held(self, job: Job) -> float:
        """Return the memory in MB that grows with the setting: the arrays of ``train`` (draws have at most 32 MB)."""
        return self.cost(job.paper, job.name, job.label).bytes / 1e6 if job.stage == "train" else 0.0

    def forecast(self, job: Job) -> Forecast:
        """Return the forecast for a job."""
        rate = next((self._rates[key] for key in job.keys if key in self._rates), Rate(*UNRECORDED))
        gpu = job.stage == "train" and self._catalogue.experiment(job.paper, job.name).gpu
        return Forecast(rate.seconds + rate.science * self.growth(job), rate.mb + self.held(job), gpu)

    def memory(self, *job: str, attempt: int = 1) -> int:
        """Return the memory to request in MB; it doubles with each attempt."""
        return math.ceil(MARGIN_MEMORY * self.forecast(Job(*job)).mb + INTERPRETER_MB + SNAKEMAKE_MB) * 2 ** (attempt - 1)

    def runtime(self, *job: str, attempt: int = 1) -> int:
        """Return the time to request in minutes; it doubles with each attempt."""
        return self.runtime_of(self.forecast(Job(*job)).seconds, attempt)

    def runtime_of(self, seconds: float, attempt: int = 1) -> int:
        """Return the time to request in minutes for a forecast in seconds.

        Parameters
        ----------
        seconds
            The forecast.
        attempt
            Counted from 1; each doubles the time.
        """
        return math.ceil(MARGIN_TIME * seconds / 60 + MARGIN_MINUTES) * 2 ** (attempt - 1)

    def priority(self, paper: str, experiment: str, label: str) -> float:
        """Return the seconds that ``train`` will take: the longest jobs start first, so that none runs alone at the end."""
        return self.forecast(Job("train", paper, experiment, label)).seconds

    def gpus(self, paper: str, experiment: str) -> int:
        """Return the number of GPUs to request: one if the configuration says ``cuda`` and the experiment can use it."""
        return int(self._catalogue.config.device == "cuda" and self._catalogue.experiment(paper, experiment).gpu)
