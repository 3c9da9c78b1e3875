"""Forecasts of time and memory: what the same job took when it was last measured."""

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from statistics import median

from feature_learning.core.setting import Setting
from feature_learning.pipeline.declare.catalogue import Catalogue, load
from feature_learning.pipeline.declare.config import SCALES

CALIBRATION = Path("benchmarks/calibration.json")
"""Path below the project's folder; ``feature-learning calibrate`` writes it."""
# What a job requests from a scheduler, relative to the forecast, which is a median on the machine
# of the calibration.
MARGIN_TIME, MARGIN_MINUTES = 4.0, 10.0
MARGIN_MEMORY = 1.5
SNAKEMAKE_MB = 300.0  # two Snakemake processes start each job on a cluster and run beside it
INTERPRETER_MB = (
    250.0  # what the libraries take in the process of a job, beside what the job itself needs
)


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
        """Its name in the calibration."""
        return "/".join(filter(None, (self.stage, self.paper, self.name, self.label)))


@dataclass(frozen=True)
class Measured:
    """One entry of the calibration: the medians over the jobs of one setting or of one figure.

    Attributes
    ----------
    seconds
        CPU time on one core, including interpreter and imports.
    mb
        What the job's process grows by at its peak, beside what the libraries take.
    rows
        The points of the job's grid; 1 where it has none.
    """

    seconds: float
    mb: float
    rows: int = 1


@dataclass(frozen=True)
class Forecast:
    """The forecast for a job.

    Attributes
    ----------
    seconds, mb
        As in `Measured`.
    rough
        Whether no such job was measured at these sizes, so that another one was scaled by its
        number of rows.
    """

    seconds: float
    mb: float
    rough: bool = False


Calibration = Mapping[str, Mapping[str, Measured]]
# Used if nothing is recorded: roughly what the median job of the default scale takes.
UNRECORDED = Measured(1.0, 250.0)


def calibration(root: Path) -> dict[str, dict[str, Measured]]:
    """Read a project's calibration: entries by scale and key; empty if there is none."""
    path = root / CALIBRATION
    if not path.is_file():
        return {}
    return {
        scale: {key: Measured(*entry) for key, entry in own.items()}
        for scale, own in json.loads(path.read_text())["measured"].items()
    }


def rows_of(setting: Setting) -> int:
    """Return the number of grid points of a job."""
    return math.prod(map(len, setting.grid.values()))


class CostModel:
    """Forecasts for the jobs of one configuration.

    Parameters
    ----------
    catalogue
        The papers.
    measured
        The calibration; by default the project's.
    root
        The project's folder.
    """

    def __init__(
        self, catalogue: Catalogue, measured: Calibration | None = None, root: Path = Path()
    ) -> None:
        self._catalogue = catalogue
        self._given = measured
        self._root = root

    @cached_property
    def _measured(self) -> Calibration:
        return calibration(self._root) if self._given is None else self._given

    @cached_property
    def _declared(self) -> Catalogue:
        """The papers at this scale without the user's changes."""
        return load({"scale": self._catalogue.config.scale})

    @cache  # noqa: B019 - one model per process
    def _as_declared(self, job: Job) -> bool:
        if job.paper not in self._catalogue.config.overrides or job.stage not in (
            "sample",
            "train",
            "theory",
        ):
            return True
        own, declared = (
            each.experiment(job.paper, job.name) for each in (self._catalogue, self._declared)
        )
        return (own.values, own.theory) == (declared.values, declared.theory)

    @cache  # noqa: B019
    def _rows(self, paper: str, name: str, *, theory: bool) -> dict[str, int]:
        read = self._catalogue.theory_settings if theory else self._catalogue.settings
        return {setting.label: rows_of(setting) for setting in read(paper, name)}

    def rows(self, job: Job) -> int:
        """Return the number of grid points that a job goes through; 1 for stages without a grid."""
        if job.stage == "train":
            return self._rows(job.paper, job.name, theory=False)[job.label]
        return (
            sum(self._rows(job.paper, job.name, theory=True).values())
            if job.stage == "theory"
            else 1
        )

    @cache  # noqa: B019
    def forecast(self, job: Job) -> Forecast:
        """Return the forecast for a job: what it took, or what the nearest relative took, by its
        number of rows.
        """
        own = self._measured.get(self._catalogue.config.scale, {}).get(job.key)
        if own is not None and self._as_declared(job):
            return Forecast(own.seconds, own.mb)
        near = next(self._relatives(job), [UNRECORDED])
        scale = (
            median([self.rows(job) / each.rows for each in near])
            if job.name and near[0] is not UNRECORDED
            else 1.0
        )
        return Forecast(
            scale * median(each.seconds for each in near),
            median(each.mb for each in near),
            rough=True,
        )

    def _relatives(self, job: Job) -> Iterator[list[Measured]]:
        """Yield groups of measured jobs, the nearest first: of the experiment, of the paper, of the
        stage; this scale first.
        """
        scales = sorted(SCALES, key=lambda scale: scale != self._catalogue.config.scale)
        for parts in ((job.stage, job.paper, job.name), (job.stage, job.paper), (job.stage,)):
            prefix = "/".join(filter(None, parts))
            for scale in scales:
                found = [
                    own
                    for key, own in self._measured.get(scale, {}).items()
                    if f"{key}/".startswith(f"{prefix}/")
                ]
                if found:
                    yield found

    def memory(self, *job: str, attempt: int = 1) -> int:
        """Return the memory to request in MB; it doubles with each attempt."""
        return math.ceil(
            MARGIN_MEMORY * self.forecast(Job(*job)).mb + INTERPRETER_MB + SNAKEMAKE_MB
        ) * 2 ** (attempt - 1)

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
        """Return the seconds that ``train`` will take: the longest jobs start first, so that none
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
