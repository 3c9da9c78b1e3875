"""The files in which numba keeps compiled code. They save time and nothing else, so where they
cannot be written, or are damaged, the work continues.
"""

import os
import sys
import tempfile
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

_VARIABLE = "NUMBA_CACHE_DIR"
_Result = TypeVar("_Result")


def place() -> str:
    """Return the folder where compiled code goes, empty where numba chooses it: numba stops where
    neither the package's folders nor the home can be written.
    """
    beside = Path(__file__).with_name("__pycache__")
    folders = [beside if beside.exists() else beside.parent, Path(os.path.expanduser("~"))]
    if _VARIABLE not in os.environ and not any(map(_writable, folders)):
        os.environ[_VARIABLE] = folder = _temporary()
        if "numba" in sys.modules:  # it has read the environment
            sys.modules["numba"].config.CACHE_DIR = folder
    return os.environ.get(_VARIABLE, "")


def _writable(folder: Path) -> bool:
    return folder.is_dir() and os.access(folder, os.W_OK | os.X_OK)


def _temporary() -> str:
    """Return a folder for all jobs of this user; one for this process where that is another's."""
    folder = Path(tempfile.gettempdir(), f"feature-learning-compiled-{os.getuid()}")
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        own = folder.lstat().st_uid == os.getuid() and not folder.is_symlink()
    except OSError:
        own = False
    return str(folder) if own else tempfile.mkdtemp(prefix="feature-learning-compiled-")


def mending(work: Callable[[], _Result]) -> _Result:
    """Return what a function returns; if it meets damaged compiled code, remove that and call the
    function again.
    """
    try:
        return work()
    except Exception as error:
        damaged = _damaged(error)
        if damaged is None or not damaged.exists():
            raise
        print(f"{damaged} is damaged and is made anew", file=sys.stderr)
        damaged.unlink()
    return mending(work)


def _damaged(error: BaseException) -> Path | None:
    """Return the index of the compiled code that numba was loading when an error was raised."""
    for frame, _ in traceback.walk_tb(error.__traceback__):
        if frame.f_code.co_name == "load_overload":
            file = getattr(frame.f_locals.get("self"), "_cache_file", None)
            if path := getattr(file, "_index_path", None):
                return Path(path)
    return None
