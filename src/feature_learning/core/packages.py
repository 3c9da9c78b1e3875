"""What computed a result: versions of packages and of Python, the kernels of linear algebra, and
the commit of this project.
"""

import platform
import subprocess
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
"""The project's folder, if the package lies in one."""


def versions(packages: Iterable[str]) -> dict[str, str]:
    """Return the version of each package, ``absent`` for one that is not installed."""
    return {name: _version(name) for name in packages}


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "absent"


def interpreter() -> dict[str, str]:
    """Return the version of Python and the linear algebra of numpy, with the kernels that it chose
    for this processor.
    """
    import numpy  # noqa: F401 - loads its library
    from threadpoolctl import threadpool_info

    found = (each for each in threadpool_info() if each["user_api"] == "blas")
    own = sorted(found, key=lambda each: "numpy" not in each["filepath"])[:1]  # SciPy has another
    names = ("internal_api", "version", "architecture")
    blas = " ".join(str(each[name]) for each in own for name in names if each.get(name))
    return {"python": platform.python_version(), "blas": blas or "unknown"}


def commit(root: Path = ROOT) -> str:
    """Return the commit of the repository whose folder this is, marked if files differ from it;
    else ``unknown`` and why. A repository around it is another project's.

    Parameters
    ----------
    root
        The folder, by default the project's.
    """
    try:
        top = _git(root, "rev-parse", "--show-toplevel")
        if Path(top).resolve() != root.resolve():
            return "unknown: no repository of its own"
        return _git(root, "describe", "--always", "--dirty", "--abbrev=40")
    except FileNotFoundError:
        return "unknown: git is not installed"
    except subprocess.CalledProcessError as error:
        said = error.stderr.strip().splitlines() or [f"git ends with status {error.returncode}"]
        return f"unknown: {said[0]}"


def _git(root: Path, *arguments: str) -> str:
    command = ["git", "-C", str(root), *arguments]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    return done.stdout.strip()
