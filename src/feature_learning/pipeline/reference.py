"""The reference of all keys of ``config.yaml`` and ``paper.yaml``, written from the schema that checks them.

``python -m feature_learning.pipeline.reference > docs/configuration.md``
"""

from __future__ import annotations

import inspect
import json
from typing import Any

from feature_learning.pipeline.declare.schema import (
    Claim,
    Config,
    DeclaredExperiment,
    DeclaredPaper,
    Figure,
    Margin,
    Range,
    Strict,
    Variant,
)

_INTRODUCTION = """\
# Configuration

Written by `python -m feature_learning.pipeline.reference` from the schema that checks the files; a test keeps it current.

`config.yaml` says what to run. A `paper.yaml` declares a paper once: its experiments, figures and claims. What is wrong in
either is answered, before any job starts, with the file, the key, the value and what is allowed.

A *value* is true or false, a whole number, a number, or a name of letters, digits, dots and hyphens. YAML reads `1e-3` as
text: write `1.0e-3`. Infinity is `.inf`.

`overrides` in `config.yaml` changes `experiments`, `figures` and `claims` of a paper for one's own runs. It has the form of
`paper.yaml` and is merged last, over the scale. Mappings are merged by key; a list, a value or a range is replaced whole.
It changes what is declared and adds nothing: every name in it must exist, and every value be of the declared sort.

```yaml
overrides:
  moniri2023:
    experiments:
      one_step:
        fixed: {ridge: 1.0e-3}
        seeds: 20
```

Put it in `config.yaml`, or in a file of its own and run `snakemake figures/all --configfile my.yaml`. On the command line
`--config scale=smoke device=cpu` works; nested numbers do not, since `--config` makes them text.
"""

_SECTIONS: dict[str, type[Strict]] = {
    "config.yaml": Config,
    "paper.yaml": DeclaredPaper,
    "Experiment": DeclaredExperiment,
    "Scale variant": Variant,
    "Range": Range,
    "Figure": Figure,
    "Claim": Claim,
    "Margin": Margin,
}
_HEADINGS = {model.__name__: heading for heading, model in _SECTIONS.items()}
_PLAIN = {"string": "text", "boolean": "true or false", "integer": "whole number", "number": "number"}
_VALUE = {"boolean", "integer", "number", "string"}


def reference() -> str:
    """Return the whole page, in Markdown."""
    return "\n".join([_INTRODUCTION, *(_section(heading, model) for heading, model in _SECTIONS.items())])


def _section(heading: str, model: type[Strict]) -> str:
    schema = model.model_json_schema()
    required = schema.get("required", [])
    rows = [
        f"| `{key}` | {_type(entry)} | {'required' if key in required else _default(entry)} | {entry['description']} |"
        for key, entry in schema["properties"].items()
    ]
    about = inspect.cleandoc(model.__doc__ or "").replace("``", "`")
    return "\n".join([f"## {heading}", "", about, "", "| key | type | default | meaning |", "|---|---|---|---|", *rows, ""])


def _type(entry: dict[str, Any]) -> str:
    """Say a JSON schema in words."""
    if "$ref" in entry:
        heading = _HEADINGS[entry["$ref"].rsplit("/", 1)[-1]]
        return f"[{heading}](#{heading.lower().replace(' ', '-').replace('.', '')})"
    if "enum" in entry or "const" in entry:
        return " or ".join(f"`{value}`" for value in entry.get("enum", [entry.get("const")]))
    branches = [branch for branch in entry.get("anyOf", []) if branch.get("type") != "null"]
    if {branch.get("type") for branch in branches} == _VALUE:
        return "value"
    if branches:
        return " or ".join(map(_type, branches))
    if entry.get("type") == "array":
        return f"{len(entry['prefixItems'])} numbers" if "prefixItems" in entry else f"list of {_plural(_type(entry['items']))}"
    if entry.get("type") == "object":
        inner = entry.get("additionalProperties")
        keys = _type(entry["propertyNames"]) if "propertyNames" in entry else "names"
        return f"mapping of {keys} to {_plural(_type(inner)).replace('list of', 'lists of')}" if isinstance(inner, dict) else "mapping"
    return _PLAIN[entry["type"]] + _bounds(entry)


def _plural(word: str) -> str:
    return {"value": "values", "text": "names"}.get(word, word)


def _bounds(entry: dict[str, Any]) -> str:
    if "minimum" in entry:
        return f", {entry['minimum']:g} or more"
    if "exclusiveMinimum" in entry:
        return f", above {entry['exclusiveMinimum']:g}"
    return ""


def _default(entry: dict[str, Any]) -> str:
    default = entry.get("default")
    if default is None:
        return "absent"
    if default in ({}, "") or "$ref" in entry:
        return "empty"
    return f"`{default}`" if isinstance(default, str) else f"`{json.dumps(default)}`"


if __name__ == "__main__":
    print(reference(), end="")
