"""The places of the classes and functions of a paper: of experiments, claims and figures."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from feature_learning.core.files import read_text

SIMULATING, PREDICTING = ("generate", "simulate"), ("refuse", "covered", "predict")
"""The methods of an experiment for its runs, and for its predictions."""


@dataclass(frozen=True)
class Definition:
    """A class or a function of a paper.

    Attributes
    ----------
    module
        Relative to the paper, as in ``experiments.gains``.
    name
        Its own name.
    declared
        What declares it, for messages.
    """

    module: str
    name: str
    declared: str

    @property
    def file(self) -> str:
        """The module's file, relative to the paper's folder."""
        return f"{self.module.replace('.', '/')}.py"

    @property
    def kind(self) -> str:
        """``class`` or ``function``."""
        return "class" if self.name[:1].isupper() else "function"

    def text(self, folder: Path) -> str | None:
        """Return the source of the module, or of all modules of a package, if it is there."""
        file = folder / self.file
        files = [file] if file.is_file() else sorted(file.with_suffix("").glob("*.py"))
        return "\n".join(_read(each, each.stat().st_mtime_ns) for each in files) or None

    def is_in(self, text: str) -> bool:
        """Return whether a source defines it, or gives something else its name."""
        word = "class" if self.kind == "class" else "def"
        own = rf"^({word} {self.name}\b|(\w+ = )*{self.name} = )"
        return re.search(own, text, re.MULTILINE) is not None


@lru_cache(maxsize=1024)
def _read(file: Path, written: int) -> str:
    """Return the text of a file last written at this time."""
    return read_text(file)


def identifier(name: str) -> str:
    """Return the Python name of a figure.

    >>> identifier("krr-theta-half")
    'krr_theta_half'
    """
    return name.replace("-", "_")


def experiment_class(name: str, run: str) -> Definition:
    """Return the class of an experiment.

    Parameters
    ----------
    name
        The experiment's name.
    run
        What it declares: a module of ``experiments/`` and the class there.

    Examples
    --------
    >>> experiment_class("reuse", "gains.Reuse").file
    'experiments/gains.py'
    """
    module, _, own = run.partition(".")
    return Definition(f"experiments.{module}", own, f"experiments.yaml declares {name}")


def quantity_functions(figure: str, claim: str, names: Sequence[str]) -> list[Definition]:
    """Return the functions of the quantities that a claim names."""
    declared = f"figures/{figure}.yaml declares the claim {claim}"
    return [Definition("quantities", name, declared) for name in names]


def figure_function(figure: str) -> Definition:
    """Return the function that draws a figure."""
    return Definition(f"figures.{identifier(figure)}", "draw", f"paper.yaml declares {figure}")


def missing(definitions: Sequence[Definition], folder: Path) -> Iterator[str]:
    """Yield a message for each class or function that a paper declares but does not have, the first
    of a file where the file is missing.
    """
    absent: set[str] = set()
    for one in definitions:
        if one.file in absent:
            continue
        declared, file = (f"{folder.name}/{part}" for part in (one.declared, one.file))
        text = one.text(folder)
        if text is None:
            absent.add(one.file)
            yield f"{declared}, but there is no {file}"
        elif not one.is_in(text):
            yield f"{declared}, but {file} has no {one.kind} {one.name}"


def definitions(paper: Any) -> list[Definition]:
    """Return the classes and functions that a paper, resolved for a scale, must have."""
    experiments = [experiment_class(name, design.run) for name, design in paper.experiments.items()]
    claims = [
        function
        for name, figure in paper.figures.items()
        for own, claim in figure.claims.items()
        for function in quantity_functions(name, own, claim.names)
    ]
    return [*experiments, *map(figure_function, paper.figures), *claims]
