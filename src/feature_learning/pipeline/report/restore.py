"""Put the tables of a record where a run has its own: ``feature-learning record --restore``.

Snakemake then judges and draws from them, and trains nothing. So the figures of a run of hours are drawn in another style
within minutes, and `decide` goes on where the record ends.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from feature_learning.core.files import replacing
from feature_learning.pipeline.declare.catalogue import Catalogue
from feature_learning.pipeline.declare.looks import NAME
from feature_learning.pipeline.declare.project import check_layout
from feature_learning.pipeline.report.recheck import MUST_RUN, state
from feature_learning.pipeline.run.fingerprint import fingerprint


def restore(experiments: Mapping[str, Any], configured: Callable[[], Catalogue], sample: int, folder: Path) -> None:
    """Copy the tables of the experiments that hold to ``results/``. What is there already is left alone.

    Parameters
    ----------
    experiments
        What ``record.json`` says of each.
    configured
        Reads today's declarations at the record's scale, and the seeds that looks have added.
    sample
        As for ``--check``.
    folder
        Of the record.

    Raises
    ------
    UserError
        ``results/`` has another layout.
    """
    check_layout(Path("results"))
    results = Path("results", folder.name)
    _copied(folder / NAME, results / NAME)
    catalogue = configured()
    for name, own in experiments.items():
        said = state(name, own, catalogue, sample, folder)
        if not said.startswith(MUST_RUN) and own["seeds"] != _seeds(catalogue, name):
            said = f"{MUST_RUN}: the run has other seeds"
        if not said.startswith(MUST_RUN):
            restored = [_copied(folder / path, results / path) for path in _held(name, own, catalogue)]
            said += "; restored" if any(restored) else "; nothing to restore"
        print(f"{name}: {said}")


def _seeds(catalogue: Catalogue, name: str) -> int:
    paper, _, short = name.partition("/")
    return catalogue.experiment(paper, short).seeds


def _held(name: str, own: Mapping[str, Any], catalogue: Catalogue) -> list[Path]:
    """Return the tables of an experiment, without a theory whose code or settings have changed since."""
    paper, _, short = name.partition("/")
    held = [Path("metrics", f"{name}.parquet")] if own["seeds"] else []
    if own["theory_code"] and own["theory_code"] == fingerprint(f"feature_learning.papers.{paper}.theory"):
        settings = [setting.to_json() for setting in catalogue.theory_settings(paper, short)]
        held += [Path("theory", f"{name}.parquet")] if settings == own["theory_settings"] else []
    return held


def _copied(source: Path, target: Path) -> bool:
    """Copy a file that exists to where there is none, and return whether it was copied."""
    if target.exists() or not source.exists():
        return False
    target.parent.mkdir(parents=True, exist_ok=True)
    with replacing(target) as temporary:
        shutil.copyfile(source, temporary)
    return True
