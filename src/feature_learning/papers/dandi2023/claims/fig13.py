"""Evidence for fig13."""

from feature_learning.papers.dandi2023.claims import exponents
from feature_learning.statistics import Evidence, Tables, one_by_seed

_EQUAL = ("quartic", "equal-3")
_BEYOND = ("example-3b", 2)  # the talk's second case
_NAMES = {"example-3a": "f1", "example-3b": "f2"}
_STEPS = {"one": "step 1", "root-d": "step sqrt d"}


def _exponents(tables: Tables, value: str, *cells: tuple[str, int]) -> Evidence:
    """Return exponents in d for pairs of a target and a time."""
    return exponents(
        {
            f"{_NAMES.get(target, target)}, T = {time}": (
                tables.runs("spaces", target=target, time=time),
                value,
            )
            for target, time in cells
        }
    )


def _known(tables: Tables, value: str, most: int) -> list[tuple[str, int]]:
    """Return the targets and times that have a value, those of equal links apart."""
    runs = tables.runs("spaces")
    runs = runs[(runs["time"] <= most) & (runs[value] > 0) & ~runs["target"].isin(_EQUAL)]
    cells = runs[["target", "time"]].drop_duplicates()
    return [cell for cell in cells.itertuples(index=False, name=None) if cell != _BEYOND]


def learns_subspace(tables: Tables) -> Evidence:
    return _exponents(tables, "inside", *_known(tables, "inside", 2))


def not_more(tables: Tables) -> Evidence:
    return _exponents(tables, "outside", *_known(tables, "outside", 2))


def equal_links(tables: Tables) -> Evidence:
    cells = [(target, time) for target in _EQUAL for time in (1, 2, 3)]
    return _exponents(tables, "outside", *cells)


def one_sign_changed(tables: Tables) -> Evidence:
    d = tables.values("spaces", "d")[-1]
    runs = tables.runs("spaces", target="odd-3", time=2, d=d)
    return Evidence.stacked([("odd-3, T = 2", one_by_seed(runs, "new"))])


def talk_init(tables: Tables) -> Evidence:
    return _exponents(tables, "inside", _BEYOND)


def never(tables: Tables) -> Evidence:
    return exponents(
        {
            f"{name}, T = {time}": (tables.runs("never", step=step, time=time), "size")
            for step, name in _STEPS.items()
            for time in tables.values("never", "time")
        }
    )
