"""Docstrings of the library: formulas give their sources, and functions describe their parameters."""

import ast
import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

LIBRARY = Path(__file__).resolve().parents[2] / "src/feature_learning"
FLOORS = ("core", "data", "networks", "training", "kernels", "theory", "statistics", "plotting")

SOURCED = {"theory", "kernels"}  # every public name gives a source
SOURCED_FORMULAS = {"data", "training", "statistics"}  # names that state a formula give its source
NO_FORMULA = {"theory.online_odes.checked_times"}  # only checks its argument

FORMULA = re.compile(r"``[^`]*?(?:[^=<>!`]=[^=`]|<-|argmin)[^`]*``")
SETTING = re.compile(r"``[\w*/()., ]+ = [-\w.]+``")  # a value given to a name, as in ``psi = 1``
SOURCE = re.compile(r"\b(?:1[89]|20)\d\d\b|Derived here|(?<!`)`[\w.]+`(?!`)")

Definition = ast.FunctionDef | ast.ClassDef


@dataclass(frozen=True)
class Name:
    """A public function, class or method, by its dotted name within the package."""

    label: str
    node: Definition

    @property
    def floor(self) -> str:
        return self.label.split(".")[0]

    @property
    def text(self) -> str:
        return ast.get_docstring(self.node) or ""

    @property
    def texts(self) -> list[str]:
        """Its docstring, and those of a class's methods: they may rely on each other's sources."""
        inner = [one for one in self.node.body if isinstance(one, ast.FunctionDef)]
        return [self.text, *(ast.get_docstring(one) or "" for one in inner)]


def public(body: list[ast.stmt], prefix: str) -> Iterator[Name]:
    for node in body:
        if isinstance(node, Definition) and (not node.name.startswith("_") or node.name == "__call__"):
            yield Name(f"{prefix}.{node.name}", node)
            if isinstance(node, ast.ClassDef):
                yield from public(node.body, f"{prefix}.{node.name}")


def names(floor: str) -> Iterator[Name]:
    for module in sorted((LIBRARY / floor).rglob("*.py")):
        prefix = ".".join(module.relative_to(LIBRARY).with_suffix("").parts)
        yield from public(ast.parse(module.read_text()).body, prefix)


NAMES = [name for floor in FLOORS for name in names(floor)]
TOP = [name for name in NAMES if name.label.count(".") == 2]  # not the methods


def sections(text: str) -> dict[str, str]:
    """The numpy-style sections of a docstring; what precedes them has the empty name."""
    parts = re.split(r"^(\w[\w ]*)\n-{3,}\n", inspect.cleandoc(text) + "\n", flags=re.MULTILINE)
    return dict(zip(["", *parts[1::2]], parts[::2], strict=True))


def described(text: str) -> set[str]:
    """The names that head an entry of Parameters or Attributes."""
    found = sections(text)
    lines = [line for part in ("Parameters", "Attributes") for line in found.get(part, "").splitlines()]
    heads = [line.split(" : ")[0] for line in lines if line[:1].strip()]
    return {name.strip(" *") for head in heads for name in head.split(",")}


def decorators(node: Definition) -> set[str]:
    calls = [one.func if isinstance(one, ast.Call) else one for one in node.decorator_list]
    return {ast.unparse(one).split(".")[-1] for one in calls}


def parameters(node: Definition) -> list[str]:
    """What a caller passes to a function or a constructor; for a dataclass its fields."""
    if isinstance(node, ast.ClassDef):
        if "dataclass" in decorators(node) or "NamedTuple" in map(ast.unparse, node.bases):
            fields = [one for one in node.body if isinstance(one, ast.AnnAssign)]
            passed = [one for one in fields if not re.search(r"ClassVar|init=False", ast.unparse(one))]
            return [ast.unparse(one.target) for one in passed]
        constructors = [one for one in node.body if isinstance(one, ast.FunctionDef) and one.name == "__init__"]
        return parameters(constructors[0]) if constructors else []
    own = node.args
    starred = [one for one in (own.vararg, own.kwarg) if one]
    every = [*own.posonlyargs, *own.args, *own.kwonlyargs, *starred]
    return [one.arg for one in every if one.arg not in ("self", "cls")]


def states_a_formula(text: str) -> bool:
    """Whether an expression in double backticks has an equality, an assignment or an argmin.

    Sources and examples do not count, nor does a value that is given to a name.
    """
    stated = [part for title, part in sections(text).items() if title not in ("References", "Examples")]
    return any(not SETTING.fullmatch(found) for part in stated for found in FORMULA.findall(part))


@pytest.mark.parametrize("name", TOP, ids=lambda name: name.label)
def test_formulas_give_their_sources(name):
    """A source is a publication with its year, "Derived here" with the argument, or a name that has one of them."""
    if name.floor in SOURCED:
        due, texts = name.label not in NO_FORMULA, [name.text]
    else:
        due, texts = name.floor in SOURCED_FORMULAS and any(map(states_a_formula, name.texts)), name.texts
    found = [sections(text)["References"] for text in texts if "References" in sections(text)]
    assert not due or found, f"{name.label} has no References"
    assert all(map(SOURCE.search, found)), f"{name.label}: References without a year, an argument or a name"


@pytest.mark.parametrize("name", NAMES, ids=lambda name: name.label)
def test_parameters_are_described(name):
    given = parameters(name.node)
    if len(given) > 1 and "overload" not in decorators(name.node):
        missing = [one for one in given if one not in described(name.text)]
        assert not missing, f"{name.label} does not describe {', '.join(missing)}"


def test_the_rules_see_what_they_should():
    """Formulas, settings, sources and parameters are recognised."""
    assert states_a_formula("Return ``a = b + c``.")
    assert states_a_formula("Minimise ``argmin |y - f|``.")
    assert not states_a_formula("At ``psi = 1`` and ``len(x)``.\n\nReferences\n----------\n``a = b + c``.")
    assert SOURCE.search("Saad and Solla (1995).")
    assert SOURCE.search("See `leap_constant`.")
    assert not SOURCE.search("It is well known that ``a = b``.")
    function, record = ast.parse("def f(x, y=0, *rest, z): ...\n@dataclass(frozen=True)\nclass R:\n    u: int\n    v: int = 0").body
    assert parameters(function) == ["x", "y", "z", "rest"]
    assert parameters(record) == ["u", "v"]
    assert described("Do.\n\nParameters\n----------\nx, y : (n,)\n    Both.\n*rest\n    More.") == {"x", "y", "rest"}


def test_the_floors_are_read():
    assert {name.floor for name in NAMES} == set(FLOORS)
    assert sum(name.floor in SOURCED for name in TOP) > 90
