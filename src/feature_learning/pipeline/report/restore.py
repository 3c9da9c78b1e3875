"""The way back from a record to run files: ``feature-learning record --restore``.

Snakemake then trains nothing that the record has: a run of hours is judged again, and drawn in
another style, within minutes, and where seeds are added only these run.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from feature_learning.core import parquet
from feature_learning.core.setting import Setting, flat
from feature_learning.pipeline.declare.catalogue import Catalogue
from feature_learning.pipeline.declare.project import check_layout, sign
from feature_learning.pipeline.report.recheck import MUST_RUN, state
from feature_learning.pipeline.run.dependencies import Dependencies
from feature_learning.pipeline.run.runfiles import is_run_of, provenance, run_file


def restore(
    experiments: Mapping[str, Any], configured: Callable[[], Catalogue], sample: int, folder: Path
) -> None:
    """Put the runs of the experiments that hold into ``results/``. Runs of today's code
    that are there already are left alone.

    Parameters
    ----------
    experiments
        What ``record.json`` says of each.
    configured
        Reads today's declarations at the record's scale.
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
    sign(Path("results"))
    results, catalogue = Path("results", folder.name), configured()
    for name, own in experiments.items():
        said = state(name, own, catalogue, sample, folder)
        if own["seeds"] and not said.startswith(MUST_RUN):
            count = _restored(name, own, catalogue, folder, results)
            said += f"; {count} runs restored" if count else "; its runs are there"
        print(f"{name}: {said}")


def _restored(
    name: str, own: Mapping[str, Any], catalogue: Catalogue, folder: Path, results: Path
) -> int:
    """Restore the runs that today's declaration asks for, and return how many were not there."""
    paper, _, short = name.partition("/")
    table = parquet.read(folder / "metrics" / f"{name}.parquet")[0]
    code = Dependencies(catalogue).training(paper, short)
    absent = [
        (setting, seed)
        for setting in catalogue.settings(paper, short)
        for seed in range(catalogue.experiment(paper, short).seeds)
        if not is_run_of(run_file(results / "runs" / name, setting, seed), setting, seed, code)
    ]
    for setting, seed in absent:
        said = provenance(setting, seed, code) | {"packages": own["packages"]}
        parquet.write(
            _run(table, setting, seed), run_file(results / "restored" / name, setting, seed), said
        )
    return len(absent)


def _run(table: pa.Table, setting: Setting, seed: int) -> pa.Table:
    """Return the rows of a run as its job wrote them, without the columns that `aggregate`
    added.
    """
    for column, value in {**flat(setting.swept), "seed": seed}.items():
        table = table.filter(pc.equal(table[column], value))
    return table.drop_columns([*setting.values, "seed"])
