"""YAML files, read with messages that name the file and the line."""

from pathlib import Path
from typing import Any

import yaml

from feature_learning.core.errors import UserError
from feature_learning.core.files import read_text

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def parsed(path: Path, name: str = "") -> Any:
    """Return what a YAML file holds; messages call it by a name, if not by its path, and name the
    line.
    """
    try:
        return yaml.load(read_text(path), Loader=_LOADER)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f", line {mark.line + 1}" if mark else ""
        problem = getattr(error, "problem", None) or " ".join(str(error).split())
        raise UserError(f"{name or path}{line}: is not valid YAML: {problem}") from None
