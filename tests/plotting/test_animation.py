"""Animations: equal frames are equal bytes, and too large a file is refused."""

import pytest
from PIL import Image

from feature_learning.plotting import animation
from feature_learning.plotting.sheet import Sheet


def frames(sheet: Sheet):
    (ax,) = sheet.panels()
    (line,) = ax.plot([], [], color="red")
    ax.set(xlim=(0, 1), ylim=(0, 1))
    for end in (0.3, 0.6, 1.0):
        line.set_data([0, end], [0, end])
        yield


def test_equal_frames_are_equal_bytes(tmp_path):
    for name in "ab":
        sheet = Sheet()
        animation.write(frames(sheet), sheet, tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    with Image.open(tmp_path / "a") as found:
        assert found.n_frames == 3


def test_an_animation_that_is_too_large_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(animation, "LARGEST", 10)
    sheet = Sheet()
    with pytest.raises(ValueError, match="over 10"):
        animation.write(frames(sheet), sheet, tmp_path / "a")


def test_no_frame_is_an_error(tmp_path):
    with pytest.raises(ValueError, match="no frame"):
        animation.write(iter(()), Sheet(), tmp_path / "a")
