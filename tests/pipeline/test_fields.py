"""The values of an experiment are the fields of its class, read without an import."""

from typing import Annotated, Literal, TypedDict

import pytest

from feature_learning.core.errors import UserError
from feature_learning.core.experiment import Experiment
from feature_learning.core.setting import Setting
from feature_learning.core.values import COUNT, Count, Flag, Grid, Number, OneOf, Positive
from feature_learning.pipeline.declare.catalogue import load
from feature_learning.pipeline.declare.fields import kinds_of, methods_of, module, with_parts

MODEL = """
from feature_learning.core.experiment import Experiment
from feature_learning.core.values import Count, Number

Share = Annotated[float, Number(least=0, most=1)]

class Proportional(Experiment):
    known: ClassVar = {"d": 3}
    d: Count
    share: Share

    def generate(self, rng): ...
"""
GAINS = """
from feature_learning.papers.mine.model import Proportional, Share

class Problem(TypedDict):
    task: Count
    noise: Share

class Gains(Proportional):
    d: Annotated[int, whole(least=2)]
    batch: Grid[Literal["fresh", "same"]]
    step: Literal["one"] | Positive
    problem: Grid[Problem]
    scaled: bool
    rate: float

    def simulate(self, draws, rng, device): ...
"""


@pytest.fixture
def paper(tmp_path):
    folder = tmp_path / "mine"
    (folder / "experiments").mkdir(parents=True)
    (folder / "model.py").write_text(MODEL)
    (folder / "experiments/gains.py").write_text(GAINS)
    return folder


def test_types_are_read_from_a_class_and_from_those_that_it_derives_from(paper):
    kinds = with_parts(kinds_of(module(paper, "experiments.gains"), "Gains"))
    share = Number(least=0, most=1)
    problem = kinds.pop("problem")
    assert tuple(problem.kinds) == ("task", "noise")
    assert kinds == {
        "d": Number(least=2, whole=True),
        "share": share,
        "batch": OneOf("fresh", "same"),
        "step": (OneOf("one"), Number(above=0)),
        "task": COUNT,
        "noise": share,
        "scaled": Flag(),
        "rate": Number(),
    }


def test_a_mapping_may_be_one_of_several_types(paper):
    file = paper / "experiments/gains.py"
    file.write_text(file.read_text().replace("Grid[Problem]", 'Grid[Literal["none"] | Problem]'))
    kinds = with_parts(kinds_of(module(paper, "experiments.gains"), "Gains"))
    assert kinds["problem"][0] == OneOf("none")
    assert kinds["noise"] == Number(least=0, most=1)


def test_methods_are_found_where_they_are_inherited(paper):
    assert methods_of(module(paper, "experiments.gains"), "Gains") == {"generate", "simulate"}
    assert methods_of(module(paper, "experiments.gains"), "Problem") == set()


@pytest.mark.parametrize("wrong", ["Cuont", "list[int]", "Annotated[int, hwole()]"])
def test_an_annotation_that_is_no_type_of_values_is_named(paper, wrong):
    file = paper / "experiments/gains.py"
    file.write_text(file.read_text().replace("rate: float", f"rate: {wrong}"))
    with pytest.raises(UserError, match="mine/experiments/gains"):
        kinds_of(module(paper, "experiments.gains"), "Gains")


class Case(TypedDict):
    """Values that go together."""

    k: Count
    rate: Positive


class Line(Experiment):
    """An experiment with every sort of field."""

    d: Count
    step: Literal["one"] | Positive
    rate: Positive
    ratio: Grid[Positive]
    n: Grid[Annotated[int, COUNT]]
    case: Grid[Literal["none"] | Case]


def test_fields_have_the_values_of_a_setting_with_their_types():
    fixed = {"d": 4.0, "step": "one", "rate": 2}
    grid = {"ratio": (1, 2.5), "n": (3.0, 3.5), "case": ("none", {"k": 2.0, "rate": 1})}
    line = Line(Setting("mine", "line", {}, fixed, grid))
    held = [line.d, line.step, line.rate, line.ratio, line.n, line.case]
    assert held == [4, "one", 2.0, (1.0, 2.5), (3, 3.5), ("none", {"k": 2, "rate": 1.0})]
    assert [type(each) for each in (line.d, line.rate, line.n[0], line.case[1]["k"])] == [
        int,
        float,
        int,
        int,
    ]


def test_one_value_stands_for_a_grid_and_a_missing_one_is_named():
    with pytest.raises(KeyError, match="mine/line declares no value 'd'"):
        Line(Setting("mine", "line", {}, {"ratio": 1.0}, {}))


def test_every_experiment_has_the_values_of_its_class():
    """Loading refuses a value that is no field, and a field without a value."""
    wrong = {"mei2019": {"experiments": {"noise": {"rho": 1.0}}}}
    with pytest.raises(UserError, match="noise: unknown value 'rho'"):
        load({"papers": ["mei2019"], "overrides": wrong})
