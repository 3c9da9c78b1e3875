"""The places of the functions of experiments, claims and figures in a paper's folder."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from feature_learning.core.files import read_text
from feature_learning.pipeline.declare.fields import methods_of, module

SIMULATING, PREDICTING = ("generate", "simulate"), ("refuse", "covered", "predict")
"""The methods of an experiment for its runs, and for its predictions."""
_ARGUMENTS = "(setting, rng, device)", "(setting, draws, rng, device)"


@dataclass(frozen=True)
class PaperFunction:
    """A function of a paper.

    Attributes
    ----------
    module
        Relative to the paper, as in ``experiments.gains``.
    name
        The function's own.
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
    def is_class(self) -> bool:
        """True for the class of an experiment."""
        return self.name[:1].isupper()

    @property
    def entries(self) -> tuple[str, ...]:
        """The functions with which the fingerprint of an experiment starts: its function and its
        draws.
        """
        if self.is_class:
            return tuple(f"{self.module}:{self.name}.{stage}" for stage in SIMULATING)
        return tuple(f"{self.module}:{name}" for name in (self.name, f"draw_{self.name}", "draw"))

    def text(self, folder: Path) -> str | None:
        """Return the source of the module, or of all modules of a package, if it is there."""
        file = folder / self.file
        files = [file] if file.is_file() else sorted(file.with_suffix("").glob("*.py"))
        return "\n".join(_read(each, each.stat().st_mtime_ns) for each in files) or None

    def arguments(self, folder: Path) -> tuple[str, ...] | None:
        """Return the names of the function's arguments, read from the source; None if there is no
        such function.
        """
        text = self.text(folder) or ""
        if self.is_class:
            return () if re.search(rf"^class {self.name}\b", text, re.MULTILINE) else None
        found = re.search(rf"^def {self.name}\((.*?)\)(?: ->|:)", text, re.MULTILINE | re.DOTALL)
        if found is None:
            return () if re.search(rf"^(\w+ = )*{self.name} = ", text, re.MULTILINE) else None
        return tuple(re.findall(r"(?:^|,)\s*(\w+)", re.sub(r"\[[^]]*\]", "", found[1])))


@lru_cache(maxsize=1024)
def _read(file: Path, written: int) -> str:
    """Return the text of a file last written at this time."""
    return read_text(file)


def identifier(name: str) -> str:
    """Return the Python name of a figure or a claim.

    >>> identifier("krr-theta-half")
    'krr_theta_half'
    """
    return name.replace("-", "_")


def experiment_function(name: str, run: str) -> PaperFunction:
    """Return the function of an experiment.

    Parameters
    ----------
    name
        The experiment's name.
    run
        What it declares under ``run``: a module of ``experiments/``, or a module and a function, as
        in ``gains.one_step``; empty for a module of the experiment's own name. Without a function,
        it has the module's name.

    Examples
    --------
    >>> experiment_function("reuse", "gains.reuse").module, experiment_function("spectra", "").name
    ('experiments.gains', 'spectra')
    """
    module, _, function = (run or name).partition(".")
    return PaperFunction(
        f"experiments.{module}", function or module, f"experiments.yaml declares {name}"
    )


def claim_functions(figure: str, claim: str, names: Sequence[str]) -> list[PaperFunction]:
    """Return the functions of the quantities that a claim names."""
    declared = f"figures/{figure}.yaml declares the claim {claim}"
    return [PaperFunction("quantities", name, declared) for name in names]


def figure_function(figure: str) -> PaperFunction:
    """Return the function that draws a figure."""
    return PaperFunction(f"figures.{identifier(figure)}", "draw", f"paper.yaml declares {figure}")


def theory_function(experiment: str, run: str) -> PaperFunction:
    """Return the function that predicts an experiment, or its class."""
    own = experiment_function(experiment, run)
    return (
        own
        if own.is_class
        else PaperFunction(
            "theory", experiment, f"experiments.yaml declares the theory of {experiment}"
        )
    )


def draws(function: PaperFunction, folder: Path) -> bool:
    """Return whether an experiment has something to generate before training: whether its function
    takes ``draws``.
    """
    if function.is_class:
        return "generate" in methods_of(module(folder, function.module), function.name)
    return "draws" in (function.arguments(folder) or ())


def missing(functions: list[PaperFunction], folder: Path) -> Iterator[str]:
    """Yield a message for each function that a paper declares but does not have, the first of a
    file where the file is missing.
    """
    absent: set[str] = set()
    for function in functions:
        if function.file in absent:
            continue
        declared, file = (f"{folder.name}/{part}" for part in (function.declared, function.file))
        if function.text(folder) is None:
            absent.add(function.file)
            yield f"{declared}, but there is no {file}"
        elif (found := function.arguments(folder)) is None:
            what = "class" if function.is_class else "function"
            yield f"{declared}, but {file} has no {what} {function.name}"
        elif (
            not function.is_class
            and function.module.startswith("experiments.")
            and f"({', '.join(found)})" not in _ARGUMENTS
        ):
            wanted = " or ".join(_ARGUMENTS)
            yield f"{file}: {function.name} must take {wanted} (found ({', '.join(found)}))"


def declared_functions(paper: Any) -> list[PaperFunction]:
    """Return the functions that a paper, resolved for a scale, must have."""
    simulated = [
        experiment_function(name, design.run)
        for name, design in paper.experiments.items()
        if design.seeds
    ]
    predicted = [
        theory_function(name, design.run)
        for name, design in paper.experiments.items()
        if design.theory is not None
    ]
    claims = [
        function
        for name, figure in paper.figures.items()
        for own, claim in figure.claims.items()
        for function in claim_functions(name, own, claim.names)
    ]
    return [*simulated, *predicted, *map(figure_function, paper.figures), *claims]
