"""``feature-learning record --check`` and ``--restore``: which kept experiments today's code still
makes, and the way of their runs back into ``results/``, so nothing trains them again.
"""

from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from feature_learning.core import parquet
from feature_learning.core.device import device
from feature_learning.core.errors import UserError
from feature_learning.core.setting import Setting, flat
from feature_learning.pipeline.declare.catalogue import Catalogue
from feature_learning.pipeline.record.compare import ROUNDING, gaps
from feature_learning.pipeline.record.kept import SUMS, Record
from feature_learning.pipeline.run import experiment
from feature_learning.pipeline.run.dependencies import Dependencies
from feature_learning.pipeline.run.runfiles import is_run_of, provenance, run_file


def check(record: Record, catalogue: Catalogue, sample: int, *, restore: bool) -> None:
    """Print what holds; restore the runs of these, or fail if an experiment does not."""
    if damaged := record.damaged():
        raise UserError(f"{record.folder} is damaged: {', '.join(damaged)} (see {SUMS})")
    print(f"{record.folder}: all files are those of {SUMS}")
    wrong, chosen = [], catalogue.config.papers
    for name, own in record.experiments.items():
        if chosen != "all" and name.partition("/")[0] not in chosen:
            continue
        holds, said = _state(record, name, catalogue, sample)
        if not holds:
            wrong.append(name)
            said = f"must run again: {said}"
        elif restore and own["seeds"]:
            said += f"; {_restored(record, name, catalogue)} runs restored"
        print(f"{name}: {said}", flush=True)
    if wrong and not restore:
        raise UserError(f"{len(wrong)} experiments must run again: {', '.join(wrong)}")


def _state(record: Record, name: str, catalogue: Catalogue, sample: int) -> tuple[bool, str]:
    """Return whether an experiment holds, and why in words."""
    paper, _, short = name.partition("/")
    own = record.experiments[name]
    if paper not in catalogue.papers or short not in catalogue.papers[paper].experiments:
        return False, "it is not declared any more"
    settings, seeds = catalogue.settings(paper, short), catalogue.experiment(paper, short).seeds
    if not seeds:
        return True, "theory only"
    fewer = own["seeds"] < seeds  # a record may have more seeds than are declared
    before = [Setting.from_json(text) for text in own["settings"]]
    if fewer or [_placeless(each) for each in settings] != [_placeless(each) for each in before]:
        return False, "its settings or seeds have changed"
    if own["code"] == Dependencies(catalogue).training(paper, short):
        return True, "same code"
    kept = parquet.read(record.folder / "metrics" / f"{name}.parquet")[0]
    pairs = [(setting, seed) for setting in settings for seed in range(own["seeds"])]
    print(f"the code of {name} has changed, therefore some of its jobs run again", flush=True)
    worst = max(_gap(kept, setting, seed) for setting, seed in pairs[:sample])
    tried = f"{len(pairs[:sample])} of {len(pairs)} jobs run again"
    if worst > ROUNDING:
        return False, f"{tried}, which differ by {worst:.2g}"
    same = "same numbers" if worst == 0 else f"the same within {worst:.1g}"
    return True, f"holds: {tried}, {same}"


def _placeless(setting: Setting) -> str:
    """Return the text of a setting without the place of its code, which changes no number."""
    return replace(setting, run="").to_json()


def _gap(kept: pa.Table, setting: Setting, seed: int) -> float:
    """Return the largest gap between the rows that a run has today and those kept."""
    rows = [dict(row) for row in experiment.simulate(setting, seed, device("cpu"))]
    found = gaps(pa.Table.from_pylist(rows), _rows(kept, setting, seed))
    return max(found.values(), default=float("inf"))


def _rows(kept: pa.Table, setting: Setting, seed: int) -> pa.Table:
    """Return the rows of a run as its job wrote them, without the setting's columns."""
    for column, value in {**flat(setting.swept), "seed": seed}.items():
        kept = kept.filter(pc.equal(kept[column], value))
    return kept.drop_columns([*setting.values, "seed"])


def _restored(record: Record, name: str, catalogue: Catalogue) -> int:
    """Restore the runs that are declared and not there, and return their number."""
    paper, _, short = name.partition("/")
    results = Path("results", catalogue.config.run)
    code = Dependencies(catalogue).training(paper, short)
    kept = parquet.read(record.folder / "metrics" / f"{name}.parquet")[0]
    absent = [
        (setting, seed)
        for setting in catalogue.settings(paper, short)
        for seed in range(catalogue.experiment(paper, short).seeds)
        if not is_run_of(run_file(results / "runs" / name, setting, seed), setting, seed, code)
    ]
    for setting, seed in absent:
        said = provenance(setting, seed, code)
        said["packages"] = record.experiments[name]["packages"]
        file = run_file(results / "restored" / name, setting, seed)
        parquet.write(_rows(kept, setting, seed), file, said)
    return len(absent)
