"""A hash of the code that a job's result depends on: its entry point and the modules that this
imports.

Snakemake notices a changed rule, input or parameter, but not a change in an imported module. So
every rule has this hash as a parameter. It is computed from the syntax tree, so comments,
docstrings and layout do not count.
"""

import ast
import hashlib
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from feature_learning.core.files import replacing

PACKAGE = "feature_learning"
ROOT = Path(__file__).resolve().parents[2]
_OWN_TEXT = Path(__file__).read_text()  # cached hashes are only valid for this version of the code


def fingerprint(*modules: str, root: Path = ROOT, papers: tuple[Path, ...] = ()) -> str:
    """Return the hash of the import closure of modules, inside the package.

    Parameters
    ----------
    modules
        The full names of the entry modules. ``module:name`` stands for what a function or a
        constant of a module needs of it, so that experiments that share a module do not share its
        hash; a name that the module does not have stands for nothing.
    root
        The folder of the package.
    papers
        Folders that hold papers, beside the package's own.

    Raises
    ------
    FileNotFoundError
        A named module does not exist.
    """
    whole = [module for module in modules if ":" not in module]
    parts = dict.fromkeys(module.partition(":")[0] for module in modules if ":" in module)
    for module in (*whole, *parts):
        if _file(module, root, papers) is None:
            raise FileNotFoundError(f"no module {module} under {root}")
    digest, reached = hashlib.sha256(), list(whole)
    for module in parts:
        names = frozenset(
            entry.partition(":")[2] for entry in modules if entry.startswith(f"{module}:")
        )
        own, imported = _part(module, names, root, papers)
        digest.update(f"{module}\0{own}\0".encode())
        reached += [*_packages(module), *imported]
    for module in sorted(closure(tuple(reached), root, papers)):
        digest.update(f"{module}\0{_facts(module, root, papers)[0]}\0".encode())
    return digest.hexdigest()[:16]


@cache
def _part(
    module: str, names: frozenset[str], root: Path, papers: tuple[Path, ...]
) -> tuple[str, frozenset[str]]:
    """Return the hash of the statements of a module that some of its names need, and what these
    import.
    """
    path = _file(module, root, papers)
    assert path is not None
    try:
        tree = ast.parse(path.read_text(), filename=str(path))
    except SyntaxError:
        return _facts(module, root, papers)
    needed, pending = [statement for statement in tree.body if not _bound(statement)], list(names)
    owners: dict[str, list[ast.stmt]] = {}
    for statement in tree.body:
        for name in _bound(statement):
            owners.setdefault(name, []).append(statement)
    pending += [name for statement in needed for name in _used(statement)]
    done: set[str] = set()
    while pending:
        name = pending.pop()
        if name in owners and name not in done:
            done.add(name)
            pending += [used for statement in owners[name] for used in _used(statement)]
    needed += [_restricted(statement, done) for statement in tree.body if _bound(statement) & done]
    return _walked(ast.Module(needed, []))


def _bound(statement: ast.stmt) -> set[str]:
    """Return the names that a statement defines; none of a compound one, which always counts."""
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        return {statement.name}
    if isinstance(statement, ast.Import | ast.ImportFrom):
        return {(alias.asname or alias.name).partition(".")[0] for alias in statement.names}
    if isinstance(statement, ast.Assign | ast.AnnAssign | ast.AugAssign):
        return {
            node.id
            for node in ast.walk(statement)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }
    return set()


def _used(statement: ast.stmt) -> list[str]:
    return [node.id for node in ast.walk(statement) if isinstance(node, ast.Name)]


def _restricted(statement: ast.stmt, names: set[str]) -> ast.stmt:
    """Return an import of the given names only; any other statement as it is."""
    if not isinstance(statement, ast.ImportFrom):
        return statement
    return ast.ImportFrom(
        statement.module,
        [each for each in statement.names if (each.asname or each.name) in names],
        statement.level,
    )


def _packages(module: str) -> list[str]:
    """Return the packages that contain a module."""
    parts = module.split(".")
    return [".".join(parts[:k]) for k in range(1, len(parts))]


def closure(modules: tuple[str, ...], root: Path = ROOT, papers: tuple[Path, ...] = ()) -> set[str]:
    """Return all modules of the package that the given ones import, including themselves."""
    found: set[str] = set()
    pending = [module for module in modules if _file(module, root, papers)]
    while pending:
        module = pending.pop()
        if module not in found:
            found.add(module)
            pending += _imports(module, root, papers)
    return found


@cache
def _imports(module: str, root: Path, papers: tuple[Path, ...]) -> list[str]:
    """Return the modules of the package that a module imports, and the packages that contain it."""
    names = {*_packages(module)} | _facts(module, root, papers)[1]
    return [name for name in names if _file(name, root, papers)]


@cache
def _file(module: str, root: Path, papers: tuple[Path, ...] = ()) -> Path | None:
    package, *parts = module.split(".")
    if package != PACKAGE:
        return None
    bases = [root.joinpath(*parts)]
    if parts[:1] == ["papers"] and len(parts) > 1:
        bases += [folder.joinpath(*parts[1:]) for folder in papers]
    return next(
        (
            path
            for base in bases
            for path in (base.with_suffix(".py"), base / "__init__.py")
            if path.is_file()
        ),
        None,
    )


@cache
def _facts(module: str, root: Path, papers: tuple[Path, ...] = ()) -> tuple[str, frozenset[str]]:
    """Return the hash of a module's syntax tree and the names that it imports.

    They are cached beside the bytecode, because parsing all modules takes a second.
    """
    path = _file(module, root, papers)
    assert path is not None
    text = path.read_text()
    key = hashlib.sha256((_OWN_TEXT + text).encode()).hexdigest()
    kept = path.parent / "__pycache__" / f"{path.stem}.{sys.implementation.cache_tag}.syntax"
    with suppress(OSError, ValueError):
        of, digest, *names = kept.read_text().split()
        if of == key:
            return digest, frozenset(names)
    digest, found = _parsed(text, path)
    with suppress(OSError), replacing(kept) as temporary:
        temporary.write_text("\n".join([key, digest, *sorted(found), ""]))
    return digest, found


def _parsed(text: str, path: Path) -> tuple[str, frozenset[str]]:
    """Return the hash of the syntax tree, and the imported names."""
    try:
        return _walked(ast.parse(text, filename=str(path)))
    except SyntaxError:
        # Jobs that import the module fail and say why; the others go on.
        return hashlib.sha256(text.encode()).hexdigest(), frozenset()


def _walked(tree: ast.Module) -> tuple[str, frozenset[str]]:
    """Return the hash of a syntax tree without docstrings, and the imported names, in one walk."""
    pending: list[object] = [tree]
    names: set[str] = set()
    said: list[str] = []
    while pending:
        item = pending.pop()
        if isinstance(item, list):
            said.append(f"[{len(item)}")
            pending += item
        elif isinstance(item, ast.AST):
            said.append(type(item).__name__)
            for field in item._fields:
                value: Any = getattr(item, field, None)
                if field == "body" and _begins_with_docstring(value):
                    value = value[1:] or [ast.Pass()]
                if field != "ctx":  # whether a name is read or written follows from its position
                    pending.append(value)
            if isinstance(item, ast.Import):
                names |= {alias.name for alias in item.names}
            elif isinstance(item, ast.ImportFrom) and item.module and not item.level:
                names |= {item.module, *(f"{item.module}.{alias.name}" for alias in item.names)}
        else:
            said.append(repr(item))
    return hashlib.sha256("\0".join(said).encode()).hexdigest(), frozenset(names)


def _begins_with_docstring(body: Any) -> bool:
    first = body[0] if isinstance(body, list) and body else None
    return (
        isinstance(first, ast.Expr)
        and isinstance(first.value, ast.Constant)
        and isinstance(first.value.value, str)
    )
