"""What a job's result depends on in the code: a hash over the modules that its entry point imports.

Snakemake sees a changed rule, input or parameter, not a change in an imported module; so every rule carries this
hash as a parameter. Comments, docstrings and layout do not count: the hash is over the syntax tree.
"""

from __future__ import annotations

import ast
import hashlib
from functools import cache
from pathlib import Path

PACKAGE = "feature_learning"
ROOT = Path(__file__).resolve().parents[1]


def fingerprint(*modules: str, root: Path = ROOT) -> str:
    """Return the hash of the import closure of modules, inside the package.

    Parameters
    ----------
    modules
        Full names of the entry modules.
    root
        The package's folder.

    Raises
    ------
    FileNotFoundError
        A named module does not exist.
    """
    for module in modules:
        if _file(module, root) is None:
            raise FileNotFoundError(f"no module {module} under {root}")
    digest = hashlib.sha256()
    for module in sorted(closure(modules, root)):
        digest.update(f"{module}\0{_digest(module, root)}\0".encode())
    return digest.hexdigest()[:16]


def closure(modules: tuple[str, ...], root: Path = ROOT) -> set[str]:
    """Return all modules of the package that the given ones import, themselves included."""
    found: set[str] = set()
    pending = list(modules)
    while pending:
        module = pending.pop()
        if module in found or _file(module, root) is None:
            continue
        found.add(module)
        parts = module.split(".")
        pending += [".".join(parts[:k]) for k in range(1, len(parts))]
        pending += _imports(module, root)
    return found


@cache
def _file(module: str, root: Path) -> Path | None:
    package, *parts = module.split(".")
    if package != PACKAGE:
        return None
    base = root.joinpath(*parts)
    return next((path for path in (base.with_suffix(".py"), base / "__init__.py") if path.is_file()), None)


@cache
def _tree(module: str, root: Path) -> ast.Module:
    path = _file(module, root)
    assert path is not None
    text = path.read_text()
    try:
        return ast.parse(text, filename=str(path))
    except SyntaxError:
        # The jobs that import it fail and say so; the others go on.
        return ast.Module([ast.Expr(ast.Name(text))], [])


@cache
def _imports(module: str, root: Path) -> frozenset[str]:
    names = set()
    for node in ast.walk(_tree(module, root)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return frozenset(names)


@cache
def _digest(module: str, root: Path) -> str:
    tree = _tree(module, root)
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list) and body and isinstance(body[0], ast.Expr):
            value = body[0].value
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                body[:1] = [ast.Pass()] if len(body) == 1 else []
    return hashlib.sha256(ast.dump(tree).encode()).hexdigest()
