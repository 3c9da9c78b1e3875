"""The manifest of a run, its inputs and verdicts for programs: ``run.json`` next to the gallery."""

import os
import platform
from collections.abc import Mapping
from typing import Any

import yaml

from feature_learning.core.files import dumps
from feature_learning.core.packages import commit, interpreter, versions
from feature_learning.pipeline.declare.catalogue import Catalogue
from feature_learning.pipeline.declare.experiment import Experiment

_PACKAGES = ("numpy", "scipy", "torch", "pandas", "pyarrow", "matplotlib", "snakemake")


def manifest(catalogue: Catalogue, claims: Mapping[str, list[dict[str, Any]]]) -> str:
    """Return the manifest as JSON.

    Parameters
    ----------
    catalogue
        What was run.
    claims
        The rows of the verdict tables, by paper.
    """
    columns = (
        "claim",
        "figure",
        "kind",
        "basis",
        "test",
        "verdict",
        "seeds",
        "diverged",
        "points",
        "estimate",
        "low",
        "high",
    )
    return dumps(
        {
            "commit": commit(),
            **interpreter(),
            "platform": platform.platform(),
            "packages": versions(_PACKAGES),
            "config": catalogue.config.model_dump(),
            "verdicts": {
                paper: [{name: row[name] for name in columns} for row in rows]
                for paper, rows in claims.items()
            },
        },
        indent=1,
        default=str,
    )


def configuration(paper: str, experiments: Mapping[str, Experiment]) -> str:
    """Return the block of ``config.yaml`` that repeats these experiments, even if their
    declarations have changed.
    """
    said = {
        name: {
            **design.values,
            "seeds": design.seeds,
            **design.model_dump(include={"theory"}, exclude_none=True),
        }
        for name, design in experiments.items()
    }
    return yaml.safe_dump(
        {"overrides": {paper: {"experiments": said}}},
        sort_keys=False,
        default_flow_style=None,
        width=100,
    )


def machine() -> str:
    """Return the processor's architecture, the system and the number of cores."""
    return f"{platform.machine()}, {platform.system()}, {os.cpu_count()} cores"
