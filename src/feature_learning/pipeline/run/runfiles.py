"""The files of a (setting, seed): where they lie, and what a run says of its origin."""

from pathlib import Path

from feature_learning.core import parquet
from feature_learning.core.errors import UserError
from feature_learning.core.packages import interpreter, versions
from feature_learning.core.setting import Setting

_PACKAGES = ("numba", "numpy", "pyarrow", "scipy", "torch")


def run_file(runs: Path, setting: Setting, seed: int) -> Path:
    """Return the path of a run, in the folder of the runs of its experiment."""
    return runs / setting.label / f"seed-{seed}.parquet"


def draws_file(draws: Path, seed: int) -> Path:
    """Return the path of what a seed draws, in the folder of its setting."""
    return draws / f"seed-{seed}.npz"


def is_run_of(path: Path, setting: Setting, seed: int, code: str) -> bool:
    """Return whether a file is the run of a (setting, seed) by this code.

    Parameters
    ----------
    path
        The file, which may be missing or damaged.
    setting, seed
        The pair.
    code
        The fingerprint of the training code.
    """
    if not path.exists():
        return False
    try:
        found = parquet.read(path, columns=[])[1]
    except UserError:
        return False
    return (found.get("setting"), found.get("seed"), found.get("code")) == (
        setting.to_json(),
        seed,
        code,
    )


def provenance(setting: Setting, seed: int, code: str) -> dict[str, object]:
    """Return the provenance of a (setting, seed). It is the same for every run, so equal runs have
    byte-identical results.
    """
    return {
        "setting": setting.to_json(),
        "seed": seed,
        "code": code,
        "packages": {**interpreter(), **versions(_PACKAGES)},
        "dtype": setting.values.get("dtype", "float64"),
    }
