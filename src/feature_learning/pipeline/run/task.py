"""What a rule hands to the stage of a job: one JSON text, one output and one log."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from feature_learning.core.setting import Setting
from feature_learning.pipeline.run.timing import Stopwatch, recorded


@dataclass(frozen=True)
class Task:
    """A job, as its stage sees it.

    Attributes
    ----------
    stage
        The name of the stage.
    given
        What the rule's JSON text says. Snakemake runs the job again when it changes, so whatever
        changes the output belongs here and nothing else does.
    out
        The first output.
    record
        Where the job writes the time that it took.
    device
        Where large products run.
    seeds
        For how many seeds to draw. An added seed is not a reason to draw again for the others.
    """

    stage: str
    given: Mapping[str, Any]
    out: Path
    record: Path
    device: str = "cpu"
    seeds: int = 0

    @classmethod
    def of(cls, text: str, out: Path, log: Path, device: str = "cpu", seeds: int = 0) -> Task:
        """Return the task of a rule; the record lies in ``benchmarks/`` as the log in ``logs/``."""
        given = json.loads(text)
        return cls(given.pop("stage"), given, out, record_of(log), device, seeds)

    def __getitem__(self, name: str) -> Any:
        """Return one of the things given."""
        return self.given[name]

    @property
    def name(self) -> str:
        """The job for messages: its stage, and the figure, the setting and the seed, or the output,
        that it is about.
        """
        if "figure" in self.given:
            return f"{self.stage} of {self['paper']}/{self['figure']}"
        if "setting" not in self.given:
            return f"{self.stage} of {self.out}"
        setting = self.setting
        seed = f", seed {self['seed']}" if "seed" in self.given else ""
        return (
            f"{self.stage} of {setting.paper}/{setting.experiment}, setting {setting.label}{seed}"
        )

    @property
    def setting(self) -> Setting:
        """The setting of a job that has one."""
        return Setting.of(self["setting"])

    @property
    def settings(self) -> list[Setting]:
        """The settings of a job that has several."""
        return [Setting.of(raw) for raw in self["settings"]]

    def recorded(self) -> AbstractContextManager[Stopwatch]:
        """Record time and memory of the block that does the job."""
        return recorded(self.record, self.stage)


def text_of(stage: str, **given: Any) -> str:
    """Return the JSON text of a job, from which `Task.of` reads it back."""
    return json.dumps({"stage": stage, **given}, separators=(",", ":"))


def record_of(log: Path) -> Path:
    """Return where the job of a log writes its time.

    >>> record_of(Path("results/laptop/logs/mei2019/risk/theory.log")).as_posix()
    'results/laptop/benchmarks/mei2019/risk/theory.jsonl'
    """
    parts = ["benchmarks" if part == "logs" else part for part in log.with_suffix(".jsonl").parts]
    return Path(*parts)
