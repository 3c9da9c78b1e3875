"""YAML files: a key that is given twice is refused, and merged keys may be given again."""

from pathlib import Path

import pytest

from feature_learning.core.errors import UserError
from feature_learning.pipeline.declare.parsed import parsed


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            "a: 1\nb: 2\na: 1\n",
            "line 3: is not valid YAML: the key a is given twice (first in line 1)",
        ),
        ("x:\n  - {d: [1], n: 2, d: [3]}\n", "line 2: is not valid YAML: the key d is given twice"),
        ("1: a\n2: b\n1: c\n", "line 3: is not valid YAML: the key 1 is given twice"),
        ("base: &b {n: 1, n: 2}\nx: {<<: *b}\n", "line 1: is not valid YAML: the key n is given"),
        ("[a, b]: 1\n", "line 1: is not valid YAML: found unhashable key"),
    ],
)
def test_a_mapping_with_a_mistake_is_refused(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "declared.yaml"
    file.write_text(text)
    with pytest.raises(UserError) as refused:
        parsed(file, "paper/experiments.yaml")
    assert str(refused.value).startswith(f"paper/experiments.yaml, {says}")


def test_keys_that_are_merged_may_be_given_again(tmp_path: Path) -> None:
    file = tmp_path / "declared.yaml"
    file.write_text(
        "x: {<<: [*later, *base], n: 5}\n".replace("*later, ", "")
        if False
        else "base: &base {n: 1, d: 2}\n"
        "more: &more {<<: *base, n: 3}\n"
        "deep: {deeper: &deeper {<<: *more, d: 4}}\n"
        "x: {<<: [*deeper, *base], n: 5}\n"
        "1: number\n'1': text\n"
    )
    assert parsed(file) == {
        "base": {"n": 1, "d": 2},
        "more": {"n": 3, "d": 2},
        "deep": {"deeper": {"n": 3, "d": 4}},
        "x": {"n": 5, "d": 4},
        1: "number",
        "1": "text",
    }
