"""A hash of the code that a result depends on: the definitions that its entry points use, and what
these use in turn.

Snakemake notices a changed rule, input or parameter, but not a change in an imported module. So
every rule has this hash as a parameter. It is computed from the syntax tree, so comments,
docstrings and layout do not count, and it is the same on every version of Python.
"""

import hashlib
from functools import cache
from pathlib import Path

from feature_learning.pipeline.declare.functions import PREDICTING, SIMULATING
from feature_learning.pipeline.run.definitions import PACKAGE, Chain, Definition, Module, read

ROOT = Path(__file__).resolve().parents[2]
Folders = tuple[Path, ...]
Name = tuple[str, str]  # a module and one of its definitions


def fingerprint(*entries: str, root: Path = ROOT, papers: Folders = ()) -> str:
    """Return the hash of all definitions that the entries use, inside the package.

    Parameters
    ----------
    entries
        ``module:name`` stands for a function or a constant, ``module`` for all of its definitions,
        and ``module:Class.method`` for a method, with what it calls of its class and of the classes
        of papers from which the class derives. A name that the module does not have stands for
        nothing.
    root
        The folder of the package.
    papers
        Folders that hold papers, in addition to the package's own.

    Raises
    ------
    FileNotFoundError
        A named module does not exist.
    """
    digest = hashlib.sha256()
    for module, name in sorted(used(*entries, root=root, papers=papers)):
        digest.update(f"{module}\0{name}\0".encode())
        for part in _parts(module, name, root, papers):
            digest.update(f"{part.text}\0".encode())
    return digest.hexdigest()[:16]


def used(*entries: str, root: Path = ROOT, papers: Folders = ()) -> set[Name]:
    """Return the definitions that the entries use, as pairs of module and name.

    A statement that defines no name, as a call, has the name ``""``. It counts as soon as anything
    of its module does, because nothing says for what it is there. Parameters and errors are those
    of `fingerprint`.
    """
    pending: list[Name] = []
    methods: dict[str, list[Name]] = {}
    for entry in entries:
        module, _, name = entry.partition(":")
        if _module(module, root, papers) is None:
            raise FileNotFoundError(f"no module {module} under {root}")
        if "." in name:
            methods |= _members(module, name.partition(".")[0], root, papers)
            pending += methods.get(name.partition(".")[2], [])
            continue
        pending += [(module, name)] if name else _whole(module, root, papers)
        if name:  # where the module imports it
            pending += _followed(module, (name,), root, papers)
    found: set[Name] = set()
    while pending:
        definition = pending.pop()
        if definition not in found:
            found.add(definition)
            pending += _uses(*definition, root, papers)
            pending += _called(definition, methods, root, papers)
    return found


def _members(module: str, name: str, root: Path, papers: Folders) -> dict[str, list[Name]]:
    """Return what a class of a paper defines, and what those from which it derives define."""
    own = _module(module, root, papers)
    found: dict[str, list[Name]] = {}
    if own is None or name not in own.bases or not module.startswith(f"{PACKAGE}.papers."):
        return found
    for dotted in own.definitions:
        if dotted.startswith(f"{name}."):
            found[dotted.partition(".")[2]] = [(module, dotted)]
    for base in own.bases[name]:
        start, taken = own.imported.get(base[0], (module, base))
        for member, places in _members(start, taken[-1], root, papers).items():
            found[member] = [*found.get(member, []), *places]
    return found


def _called(
    definition: Name, methods: dict[str, list[Name]], root: Path, papers: Folders
) -> list[Name]:
    """Return the members of a class that a definition may use: those with the name of an attribute.

    The stages of an experiment count only where they are taken from ``self``.
    """
    if not methods:
        return []
    chains = [chain for part in _parts(*definition, root, papers) for chain in part.uses]
    names = {
        name
        for chain in chains
        for name in chain[1:]
        if name not in (*SIMULATING, *PREDICTING) or chain[0] == "self"
    }
    return [place for name in names for place in methods.get(name, [])]


@cache
def _uses(module: str, name: str, root: Path, papers: Folders) -> tuple[Name, ...]:
    """Return what one definition uses itself."""
    parts = module.split(".")
    packages = [".".join(parts[:k]) for k in range(1, len(parts) + 1)]
    found: list[Name] = [(package, "") for package in packages]
    for part in _parts(module, name, root, papers):
        for chain in part.uses:
            found += _followed(module, chain, root, papers)
        for start, chain in part.imports:
            found += _followed(start, chain, root, papers)
    return tuple(dict.fromkeys(found))


def _followed(module: str, chain: Chain, root: Path, papers: Folders) -> tuple[Name, ...]:
    """Return what a dotted name stands for, read in a module of the package: one definition, and
    that from which it is imported; a whole module where nothing is taken from it.
    """
    own = _module(module, root, papers)
    if own is None:
        return ()
    if not chain:
        return _whole(module, root, papers)
    first, inner = chain[0], chain[1:]
    if first in own.imported:
        start, taken = own.imported[first]
        return ((module, first), *_followed(start, taken + inner, root, papers))
    if first in own.definitions:
        return ((module, first),)
    return _followed(f"{module}.{first}", inner, root, papers) if own.is_package else ()


def _whole(module: str, root: Path, papers: Folders) -> tuple[Name, ...]:
    own = _module(module, root, papers)
    return tuple((module, name) for name in ("", *(own.definitions if own else ())))


def _parts(module: str, name: str, root: Path, papers: Folders) -> list[Definition]:
    own = _module(module, root, papers)
    return own.definitions.get(name, []) if name and own else own.nameless if own else []


@cache
def _module(module: str, root: Path, papers: Folders) -> Module | None:
    """Return what a module of the package defines; None if there is no such module."""
    package, *parts = module.split(".")
    if package != PACKAGE:
        return None
    bases = [root.joinpath(*parts)]
    if parts[:1] == ["papers"] and len(parts) > 1:
        bases += [folder.joinpath(*parts[1:]) for folder in papers]
    for base in bases:
        for path in (base.with_suffix(".py"), base / "__init__.py"):
            if path.is_file():
                return read(path, module)
    return Module(is_package=True) if any(base.is_dir() for base in bases) else None


def forget() -> None:
    """Read all files again; for tests that change them."""
    _uses.cache_clear()
    _module.cache_clear()
