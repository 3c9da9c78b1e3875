"""The tree that a command stands in."""

from __future__ import annotations

from pathlib import Path

import pytest

import feature_learning
from feature_learning.core.errors import UserError
from feature_learning.pipeline.declare.project import check_tree


def test_a_command_of_another_tree_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    check_tree()  # a project without a copy of the package
    (tmp_path / "src").mkdir()
    (tmp_path / "src/feature_learning").symlink_to(Path(feature_learning.__file__).parent)
    check_tree()  # the same package by another path
    (tmp_path / "src/feature_learning").unlink()
    (tmp_path / "src/feature_learning").mkdir()
    with pytest.raises(UserError, match=r"and snakemake would run .*src/feature_learning"):
        check_tree()
