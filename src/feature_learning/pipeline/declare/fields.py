"""The fields and methods of experiments, read from the syntax trees of a paper's modules.

Nothing is imported, because the workflow reads them while it is parsed, and the modules import the
large libraries.
"""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from feature_learning.core import values
from feature_learning.core.errors import UserError
from feature_learning.core.files import read_text
from feature_learning.core.values import Flag, Joint, Kind, Number, OneOf

_PACKAGE = "feature_learning.papers."
_PLAIN: Mapping[str, Kind] = {"bool": Flag(), "int": Number(whole=True), "float": Number()}
_ROOT = "Experiment"


@dataclass(frozen=True)
class Module:
    """What a module defines.

    Attributes
    ----------
    folder, name
        The paper's folder, and the module relative to it, as in ``experiments.gains``.
    classes, constants
        Its classes, and the expressions that it gives names.
    imported
        For each name that it imports from the same paper, the module and the name there.
    """

    folder: Path
    name: str
    classes: Mapping[str, ast.ClassDef]
    constants: Mapping[str, ast.expr]
    imported: Mapping[str, tuple[str, str]]


def module(folder: Path, name: str) -> Module:
    """Return a module of a paper.

    Raises
    ------
    UserError
        It is not valid Python.
    """
    file = folder / f"{name.replace('.', '/')}.py"
    return _module(folder, name, file.stat().st_mtime_ns if file.is_file() else 0)


@lru_cache(maxsize=1024)
def _module(folder: Path, name: str, written: int) -> Module:
    file = folder / f"{name.replace('.', '/')}.py"
    try:
        body = ast.parse(read_text(file)).body if written else []
    except SyntaxError as error:
        raise UserError(f"{folder.name}/{file.relative_to(folder)}: {error}") from None
    imported = {
        alias.asname or alias.name: (statement.module.split(".", 3)[3], alias.name)
        for statement in body
        if isinstance(statement, ast.ImportFrom)
        and (statement.module or "").startswith(f"{_PACKAGE}{folder.name}.")
        for alias in statement.names
        if statement.module
    }
    constants = {
        target.id: statement.value
        for statement in body
        if isinstance(statement, ast.Assign)
        for target in statement.targets
        if isinstance(target, ast.Name)
    }
    classes = {each.name: each for each in body if isinstance(each, ast.ClassDef)}
    return Module(folder, name, classes, constants, imported)


def lineage(own: Module, name: str) -> Iterator[tuple[Module, ast.ClassDef]]:
    """Yield a class and the classes of the paper that it derives from, nearest first."""
    if name in own.classes:
        found = own.classes[name]
        yield own, found
        for base in found.bases:
            if isinstance(base, ast.Name):
                yield from lineage(own, base.id)
    elif name in own.imported:
        place, original = own.imported[name]
        yield from lineage(module(own.folder, place), original)


def methods_of(own: Module, name: str) -> set[str]:
    """Return the names of a class's methods, inherited ones among them."""
    return {
        statement.name
        for _, each in lineage(own, name)
        for statement in each.body
        if isinstance(statement, ast.FunctionDef)
    }


def kinds_of(own: Module, name: str) -> dict[str, Kind]:
    """Return the types of an experiment's values, inherited ones first.

    Raises
    ------
    UserError
        An annotation is not a type of values.
    """
    found: dict[str, Kind] = {}
    for place, each in reversed(list(lineage(own, name))):
        for statement in each.body:
            if isinstance(statement, ast.AnnAssign) and not _is_class_variable(statement):
                found[ast.unparse(statement.target)] = _kind(place, statement.annotation)
    return found


def with_parts(kinds: Mapping[str, Kind]) -> dict[str, Kind]:
    """Return types by name, also of the parts of mappings."""
    parts = {
        part: own
        for alternatives in kinds.values()
        for kind in (alternatives if isinstance(alternatives, tuple) else (alternatives,))
        if isinstance(kind, Joint)
        for part, own in kind.kinds.items()
    }
    return {**kinds, **parts}


def _is_class_variable(field: ast.AnnAssign) -> bool:
    return ast.unparse(field.annotation).partition("[")[0] == "ClassVar"


def _kind(own: Module, annotation: ast.expr) -> Kind:
    """Return the type of values that an annotation stands for."""
    if isinstance(annotation, ast.Name):
        return _named(own, annotation)
    if isinstance(annotation, ast.BinOp) and isinstance(annotation.op, ast.BitOr):
        sides = (_kind(own, annotation.left), _kind(own, annotation.right))
        return tuple(
            kind for side in sides for kind in (side if isinstance(side, tuple) else (side,))
        )
    if isinstance(annotation, ast.Subscript):
        form, inner = ast.unparse(annotation.value), annotation.slice
        if form == "Grid":
            return _kind(own, inner)
        if form == "Literal":
            return OneOf(*_names(inner))
        if form == "Annotated" and isinstance(inner, ast.Tuple):
            return _evaluated(own, inner.elts[1])
    raise UserError(f"{_place(own)}: {ast.unparse(annotation)} is not a type of core.values")


def _named(own: Module, name: ast.Name) -> Kind:
    """Return the type that a name stands for: of `core.values`, of the module, or imported."""
    if name.id in _PLAIN:
        return _PLAIN[name.id]
    if name.id in own.constants:
        return _kind(own, own.constants[name.id])
    if name.id in own.classes:
        return Joint(kinds_of(own, name.id))
    if name.id in own.imported:
        place, original = own.imported[name.id]
        return _kind(module(own.folder, place), ast.Name(original))
    known: Any = getattr(values, name.id, None)
    if known is not None:
        return _kind_of_hint(known)
    raise UserError(f"{_place(own)}: {name.id} is not a type of core.values")


def _kind_of_hint(hint: Any) -> Kind:
    metadata = getattr(hint, "__metadata__", None)
    kind: Kind = metadata[0] if metadata else OneOf(*hint.__args__)
    return kind


def _names(literal: ast.expr) -> list[str]:
    elements = literal.elts if isinstance(literal, ast.Tuple) else [literal]
    return [str(ast.literal_eval(each)) for each in elements]


def _evaluated(own: Module, expression: ast.expr) -> Kind:
    """Return what an expression in terms of `core.values` stands for, as ``Number(below=1)``."""
    if isinstance(expression, ast.Name) and expression.id in own.constants:
        return _evaluated(own, own.constants[expression.id])
    try:
        code = compile(ast.Expression(expression), _place(own), "eval")
        found: Kind = eval(code, {"__builtins__": {}}, vars(values))
    except Exception as error:
        raise UserError(f"{_place(own)}: {ast.unparse(expression)}: {error}") from None
    return found


def _place(own: Module) -> str:
    return f"{own.folder.name}/{own.name.replace('.', '/')}.py"
