"""YAML files, read with messages that name the file and the line."""

from pathlib import Path
from typing import Any

import yaml

from feature_learning.core.errors import UserError
from feature_learning.core.files import read_text

_MERGE = "tag:yaml.org,2002:merge"
_Safe: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Loader(_Safe):  # type: ignore[misc]
    """Refuses a key that is given twice. The loader of YAML would keep the last."""

    def flatten_mapping(self, node: Any) -> None:
        # A node comes here once as it is written, and perhaps again with the keys that it merges.
        if not hasattr(node, "seen"):
            node.seen = True
            keys = [key.value for key, _ in node.value]
            # A key that is a list is refused later, because it cannot be hashed
            if all(isinstance(key, str) for key in keys) and len({*keys}) < len(keys):
                self._refuse(node)
        super().flatten_mapping(node)

    def _refuse(self, node: Any) -> None:
        lines: dict[tuple[str, str], int] = {}
        for key, _ in node.value:
            same, line = (key.tag, key.value), key.start_mark.line + 1
            if same in lines and key.tag != _MERGE:
                problem = (
                    f"the key {key.value} is given twice (first in line {lines[same]}). Remove one "
                    "of them"
                )
                raise yaml.constructor.ConstructorError(None, None, problem, key.start_mark)
            lines[same] = line


def parsed(path: Path, name: str = "") -> Any:
    """Return what a YAML file holds; messages call it by a name, if not by its path, and name the
    line.
    """
    try:
        return yaml.load(read_text(path), Loader=_Loader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f", line {mark.line + 1}" if mark else ""
        problem = getattr(error, "problem", None) or " ".join(str(error).split())
        raise UserError(f"{name or path}{line}: is not valid YAML: {problem}") from None
