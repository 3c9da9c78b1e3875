"""YAML files, read with messages that name the file and the line, and which of several files a
message is about.
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from feature_learning.core.errors import UserError

DECLARED = "config.yaml"
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_PLACE = re.compile(rf"{re.escape(DECLARED)}: (?:unknown key '([^']+)'|([\w.\[\]-]+))")


def parsed(path: Path, name: str = "") -> Any:
    """Return what a YAML file holds.

    Parameters
    ----------
    path
        The file.
    name
        What it is called in messages, if not by its path.

    Raises
    ------
    UserError
        It is no valid YAML; the message names the line.
    """
    try:
        return yaml.load(path.read_text(), Loader=_LOADER)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f", line {mark.line + 1}" if mark else ""
        problem = getattr(error, "problem", None) or " ".join(str(error).split())
        raise UserError(f"{name or path}{line}: is not valid YAML: {problem}") from None


def attributed(message: str, files: Sequence[tuple[str, Mapping[str, Any]]]) -> str:
    """Return messages about ``config.yaml`` with the file that wrote what they are about.

    Parameters
    ----------
    message
        One line per mistake.
    files
        The name and the content of each source of the configuration, the last one counting most.

    Examples
    --------
    >>> files = [("config.yaml", {"scale": "smoke"}), ("my.yaml", {"overrides": {"mei": 1}})]
    >>> attributed("config.yaml: overrides.mei: must be a mapping", files)
    'my.yaml: overrides.mei: must be a mapping'
    """

    def line(text: str) -> str:
        found = _PLACE.match(text)
        if not found:
            return text
        parts = re.findall(r"[\w-]+", found[1] or found[2])
        depth, _, name = max(
            (_depth(content, parts), number, name) for number, (name, content) in enumerate(files)
        )
        return text.replace(DECLARED, name, 1) if depth else text

    return "\n".join(map(line, message.splitlines()))


def _depth(content: Any, parts: Sequence[str]) -> int:
    """Return how far down the content has these keys."""
    depth = 0
    for part in parts:
        if not isinstance(content, Mapping) or part not in content:
            break
        content, depth = content[part], depth + 1
    return depth
