"""Stage ``aggregate``: collect all runs of an experiment in one table; nothing is averaged and
nothing may be missing.
"""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pyarrow as pa

from feature_learning.core import parquet
from feature_learning.core.errors import UserError
from feature_learning.core.setting import Setting
from feature_learning.pipeline.run.runfiles import run_file
from feature_learning.pipeline.run.task import Task


def run(task: Task) -> None:
    """Check every run file and write the table."""
    with task.recorded():
        settings = task.settings
        first = settings[0]
        table = collect(Path(task["runs"]), settings, task["seeds"])
        parquet.write(table, task.out, {"paper": first.paper, "experiment": first.experiment})


def collect(runs: Path, settings: list[Setting], seeds: int) -> pa.Table:
    """Return every row of every run, with the setting's values and the seed as columns.

    Raises
    ------
    UserError
        One line for each run that is missing, unreadable, belongs to another setting or seed, or
        differs from most others in its columns or rows. Those that exist are renamed to
        ``<name>.refused``, so their jobs run again.
    """
    wanted = {
        run_file(runs, setting, seed): (setting, seed)
        for setting in settings
        for seed in range(seeds)
    }
    tables: dict[Path, pa.Table] = {}
    wrong: dict[Path, str] = {}
    for path, (setting, seed) in wanted.items():
        try:
            tables[path] = _checked(path, setting, seed)
        except UserError as error:
            wrong[path] = str(error).removeprefix(f"{path} ")
    wrong |= _odd({path: _columns(table) for path, table in tables.items()}, "columns")
    for setting in settings:
        rows = {
            path: len(table) for path, table in tables.items() if path.parent.name == setting.label
        }
        wrong |= _odd(rows, "number of rows")
    if wrong:
        raise UserError(
            "\n".join(f"{path} {reason}{_consequence(path)}" for path, reason in wrong.items())
        )
    # A value may be whole in one setting and a fraction in another.
    return pa.concat_tables(
        [_with_setting(tables[path], *origin) for path, origin in wanted.items()],
        promote_options="permissive",
    ).combine_chunks()


def _checked(path: Path, setting: Setting, seed: int) -> pa.Table:
    if not path.exists():
        raise UserError(f"{path} is missing: its job has not run or has failed")
    table, provenance = parquet.read(path)
    if provenance.get("seed") != seed:
        raise UserError(
            f"{path} contains seed {provenance.get('seed')}, which would be counted twice"
        )
    if provenance.get("setting") != setting.to_json():
        raise UserError(f"{path} contains a run of another setting")
    return table


def _columns(table: pa.Table) -> str:
    return ", ".join(f"{field.name} {field.type}" for field in table.schema)


def _odd(found: Mapping[Path, object], what: str) -> dict[Path, str]:
    """Return the runs that differ from most others, so a wrong first file does not condemn the
    rest.
    """
    if len(set(found.values())) < 2:
        return {}
    usual = Counter(found.values()).most_common(1)[0][0]
    return {
        path: f"differs from the other runs in its {what} ({value}; they have {usual})"
        for path, value in found.items()
        if value != usual
    }


def _consequence(path: Path) -> str:
    return f"; {parquet.set_aside(path)}" if path.exists() else ""


def _with_setting(table: pa.Table, setting: Setting, seed: int) -> pa.Table:
    columns = {**setting.values, "seed": seed}
    clash = sorted(set(columns) & set(table.column_names))
    if clash:
        raise UserError(
            f"{setting.paper}/{setting.experiment} yields columns that its setting already has: "
            f"{', '.join(clash)}"
        )
    for position, (name, value) in enumerate(columns.items()):
        table = table.add_column(position, name, pa.array([value] * len(table)))
    return table.replace_schema_metadata(None)
