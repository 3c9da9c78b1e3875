"""The reference of the library, written from its docstrings without importing it.

``python -m feature_learning.pipeline.library > docs/library.md``
"""

from __future__ import annotations

import ast
import doctest
import inspect
from collections.abc import Iterator
from pathlib import Path

import feature_learning

FLOORS = ("core", "data", "networks", "kernels", "training", "theory", "statistics", "plotting")
_ROOT = Path(feature_learning.__file__).parent
_INTRODUCTION = """\
# The library

Written by `python -m feature_learning.pipeline.library` from the docstrings; a test keeps it current. `help(name)` in Python
says more of each: parameters with shapes and units, what it returns and raises, and where a formula comes from. All examples
are run by the tests. What the papers' symbols are called here is in [notation](notation.md).

Everything below is imported from the package, without Snakemake: `from feature_learning.theory.marchenko_pastur import edges`.
"""

Definition = ast.FunctionDef | ast.ClassDef


def library() -> str:
    """Return the whole page, in Markdown."""
    return "\n".join([_INTRODUCTION, *(line for floor in FLOORS for line in _floor(_ROOT / floor))])


def _floor(folder: Path) -> Iterator[str]:
    yield from (f"## {folder.name}", "", _about(ast.parse((folder / "__init__.py").read_text())), "")
    for path in sorted(folder.glob("[a-z]*.py")):
        module = ast.parse(path.read_text())
        yield from (f"### {folder.name}.{path.stem}", "", _about(module), "")
        public = [node for node in module.body if isinstance(node, Definition) and not node.name.startswith("_")]
        if public:
            yield from ("| name | what it is |", "|---|---|")
            rows = ((_signature(node), _about(node).replace("|", r"\|")) for node in public)
            yield from (f"| `{name}` | {about} |" for name, about in rows)
            yield ""
        for example in filter(None, map(_example, _documented(module))):
            yield from ("```python", example, "```", "")


def _documented(module: ast.Module) -> Iterator[ast.Module | Definition]:
    yield module
    for node in ast.walk(module):
        if isinstance(node, Definition):
            yield node


def _about(node: ast.Module | Definition) -> str:
    """The first paragraph of a docstring, on one line, as Markdown reads it."""
    first = " ".join(inspect.cleandoc(ast.get_docstring(node) or "").split("\n\n")[0].split())
    return first.replace("``", "`")


def _signature(node: Definition) -> str:
    if isinstance(node, ast.ClassDef):
        return node.name
    given = node.args
    names = [argument.arg for argument in (*given.posonlyargs, *given.args)]
    names += [f"*{given.vararg.arg}"] if given.vararg else ["*"] if given.kwonlyargs else []
    names += [argument.arg for argument in given.kwonlyargs]
    return f"{node.name}({', '.join(names)})"


def _example(node: ast.Module | Definition) -> str:
    """The lines of a docstring's examples, with what they print."""
    lines = []
    for found in doctest.DocTestParser().get_examples(ast.get_docstring(node) or ""):
        source = found.source.rstrip("\n").split("\n")
        lines += [f">>> {source[0]}", *(f"... {line}" for line in source[1:]), *found.want.splitlines()]
    return "\n".join(lines)


if __name__ == "__main__":
    print(library(), end="")
