"""What one module defines, and which names each definition uses: read from its syntax tree."""

import ast
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from feature_learning.core.files import read_text

PACKAGE = "feature_learning"
Chain = tuple[str, ...]  # the parts of a dotted name
Target = tuple[str, Chain]  # a module, and what is taken from it

# Types, and whether a name is read or written, which follows from its position.
_UNREAD = ("annotation", "returns", "ctx")


@dataclass(frozen=True)
class Definition:
    """One statement of a module.

    Attributes
    ----------
    text
        A hash of its syntax tree without docstrings and without what errors say.
    uses
        The dotted names that it reads, parameters and local variables among them.
    imports
        What it imports inside a function.
    """

    text: str
    uses: frozenset[Chain] = frozenset()
    imports: tuple[Target, ...] = ()


@dataclass(frozen=True)
class Module:
    """A module.

    Attributes
    ----------
    definitions
        By name; a name that is given several times has several. What a class defines stands there
        once more under dotted names, as in ``Gains.simulate``.
    nameless
        Statements that define no name, and functions under a decorator of the package, which may
        note them down somewhere.
    bases
        For each class, the dotted names from which it derives.
    imported
        For each imported name, where it comes from.
    is_package
        Whether it can have submodules.
    """

    definitions: dict[str, list[Definition]] = field(default_factory=dict)
    nameless: list[Definition] = field(default_factory=list)
    bases: dict[str, list[Chain]] = field(default_factory=dict)
    imported: dict[str, Target] = field(default_factory=dict)
    is_package: bool = False


def read(path: Path, name: str) -> Module:
    """Return what a file defines.

    Parameters
    ----------
    path
        The file.
    name
        Its module's full name.
    """
    text, is_package = read_text(path), path.stem == "__init__"
    try:
        tree = ast.parse(text, filename=str(path))
    except SyntaxError:
        # Jobs that import the module fail and say why; the others continue.
        return Module(nameless=[Definition(hashlib.sha256(text.encode()).hexdigest())])
    module = Module(is_package=is_package)
    package = name if is_package else name.rpartition(".")[0]
    body = [statement for statement in tree.body if not _is_docstring(statement)]
    for statement in body:
        if isinstance(statement, ast.Import | ast.ImportFrom):
            for own, (start, chain) in _targets(statement, package):
                module.imported[own] = (start, chain)
                said = Definition(f"{start}:{'.'.join(chain)}")
                module.definitions.setdefault(own, []).append(said)
    for statement in body:
        if not isinstance(statement, ast.Import | ast.ImportFrom) and not _for_types(statement):
            _add(module, statement, package)
    return module


def _add(module: Module, statement: ast.stmt, package: str) -> None:
    """Add a statement that is not an import."""
    definition, names = _definition(statement, package), _bound(statement)
    for name in names:
        module.definitions.setdefault(name, []).append(definition)
    if not names or _noted(statement, module):
        module.nameless.append(definition)
    if isinstance(statement, ast.ClassDef):
        module.bases[statement.name] = list(filter(None, map(_chain, statement.bases)))
        for own in statement.body:
            for name in () if _is_field(own) else _bound(own):
                dotted = module.definitions.setdefault(f"{statement.name}.{name}", [])
                dotted.append(_definition(own, package))


def _bound(statement: ast.stmt) -> set[str]:
    """Return the names that a statement defines; none of a compound one, which always counts."""
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return {statement.name}
    if isinstance(statement, ast.Assign | ast.AnnAssign | ast.AugAssign):
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        return {
            node.id
            for target in targets
            for node in ast.walk(target)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }
    return set()


def _is_field(statement: ast.stmt) -> bool:
    """Return whether a statement says the type of a name, and gives it no value."""
    return isinstance(statement, ast.AnnAssign) and statement.value is None


def _noted(statement: ast.stmt, module: Module) -> bool:
    """Return whether a definition has a decorator of the package that may note it down."""
    for decorator in getattr(statement, "decorator_list", []):
        called = decorator.func if isinstance(decorator, ast.Call) else decorator
        name = (_chain(called) or ("",))[0]
        place = module.imported[name][0] if name in module.imported else PACKAGE
        if name in module.definitions and place.split(".")[0] == PACKAGE:
            return True
    return False


def _for_types(statement: ast.stmt) -> bool:
    """Return whether a statement is for type checkers alone."""
    chain = _chain(statement.test) if isinstance(statement, ast.If) else None
    return chain is not None and chain[-1] == "TYPE_CHECKING"


def _targets(node: ast.Import | ast.ImportFrom, package: str) -> Iterator[tuple[str, Target]]:
    """Yield each name that a statement imports, with its target."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            first = alias.name.partition(".")[0]
            yield (alias.asname, (alias.name, ())) if alias.asname else (first, (first, ()))
        return
    parts = package.split(".")
    above = parts[: len(parts) - node.level + 1] if node.level else []
    start = ".".join([*above, *filter(None, [node.module])])
    for alias in node.names:
        yield alias.asname or alias.name, (start, () if alias.name == "*" else (alias.name,))


def _chain(node: ast.AST) -> Chain | None:
    """Return the parts of a dotted name; None for anything else."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return (node.id, *reversed(parts)) if isinstance(node, ast.Name) else None


def _definition(statement: ast.stmt, package: str) -> Definition:
    """Read one statement, in one walk through its syntax tree.

    Docstrings, annotations and the words of errors do not count, because no result depends on
    them, nor do fields that are empty, because later versions of Python have more of them.
    """
    pending: list[Any] = [statement]
    said: list[str] = []
    uses: set[Chain] = set()
    imports: list[Target] = []
    while pending:
        item = pending.pop()
        if isinstance(item, ast.Raise) and isinstance(item.exc, ast.Call):
            item = ast.Raise(item.exc.func)
        if isinstance(item, ast.JoinedStr):
            item = _joined(item)
        if isinstance(item, list):
            said.append(f"[{len(item)}")
            pending += item
        elif isinstance(item, ast.Name | ast.Attribute) and (chain := _chain(item)):
            uses.add(chain)
            said.append(".".join(chain))
        elif isinstance(item, ast.AST):
            if isinstance(item, ast.Import | ast.ImportFrom):
                imports += [target for _, target in _targets(item, package)]
            said.append(type(item).__name__)
            for name in item._fields:
                value = getattr(item, name, None)
                if name == "body" and isinstance(value, list) and _is_docstring(value[0]):
                    value = value[1:] or [ast.Pass()]
                if name not in _UNREAD and value is not None and value != []:
                    said.append(f"={name}")
                    pending.append(value)
        else:
            said.append(repr(item))
    inside = tuple(target for target in imports if target[0].split(".")[0] == PACKAGE)
    digest = hashlib.sha256("\0".join(said).encode()).hexdigest()
    return Definition(digest, frozenset(uses), inside)


def _joined(string: ast.JoinedStr) -> list[Any]:
    """Return the parts of an f-string; how many pieces its text has depends on the version."""
    parts: list[Any] = []
    for value in string.values:
        part = value.value if isinstance(value, ast.Constant) else value
        if isinstance(part, str) and parts and isinstance(parts[-1], str):
            part = parts.pop() + part
        if part != "":
            parts.append(part)
    return ["f", *parts]


def _is_docstring(statement: ast.stmt) -> bool:
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )
