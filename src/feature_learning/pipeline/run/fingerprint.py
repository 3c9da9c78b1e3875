"""A hash of the code that a job's result depends on: the modules that its entry point imports.

Snakemake notices a changed rule, input or parameter, but not a change in an imported module. So every rule has this hash
as a parameter. It is computed from the syntax tree, so comments, docstrings and layout do not count.
"""

from __future__ import annotations

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
        The full names of the entry modules.
    root
        The folder of the package.
    papers
        Folders that hold papers, beside the package's own.

    Raises
    ------
    FileNotFoundError
        A named module does not exist.
    """
    for module in modules:
        if _file(module, root, papers) is None:
            raise FileNotFoundError(f"no module {module} under {root}")
    digest = hashlib.sha256()
    for module in sorted(closure(modules, root, papers)):
        digest.update(f"{module}\0{_facts(module, root, papers)[0]}\0".encode())
    return digest.hexdigest()[:16]


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
    parts = module.split(".")
    names = {".".join(parts[:k]) for k in range(1, len(parts))} | _facts(module, root, papers)[1]
    return [name for name in names if _file(name, root, papers)]


@cache
def _file(module: str, root: Path, papers: tuple[Path, ...] = ()) -> Path | None:
    package, *parts = module.split(".")
    if package != PACKAGE:
        return None
    bases = [root.joinpath(*parts)]
    if parts[:1] == ["papers"] and len(parts) > 1:
        bases += [folder.joinpath(*parts[1:]) for folder in papers]
    return next((path for base in bases for path in (base.with_suffix(".py"), base / "__init__.py") if path.is_file()), None)


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
    """Return the hash of the syntax tree without docstrings, and the imported names, in one walk."""
    try:
        pending: list[object] = [ast.parse(text, filename=str(path))]
    except SyntaxError:
        # Jobs that import the module fail and say why; the others go on.
        return hashlib.sha256(text.encode()).hexdigest(), frozenset()
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
    return isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str)
