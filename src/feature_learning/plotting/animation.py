"""Moving figures: frames drawn one by one, as a GIF with byte-identical results for equal
frames.
"""

import io
from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from feature_learning.plotting.sheet import Sheet

LARGEST = 2_000_000
"""Bytes that an animation may have."""
_DPI = 130
_COLOURS = 64
_LAST = 12  # times as long as another frame: the end is to be seen


def write(frames: Iterator[None], sheet: Sheet, path: Path, *, per_second: float = 12.0) -> None:
    """Write an animation: each step of the frames changes the sheet, and what it shows is kept.

    All frames have the layout of the first one.

    Parameters
    ----------
    frames
        What the ``animate(tables, sheet)`` of a figure's module returns.
    sheet
        The figure that it changes.
    path
        Where to write the GIF.
    per_second
        The number of frames.

    Raises
    ------
    ValueError
        There is no frame, or the file is too large for a page.
    """
    pictures: list[Image.Image] = []
    for _ in frames:
        if not pictures:
            sheet.arrange()
        pictures.append(_picture(sheet))
    if not pictures:
        raise ValueError("the animation has no frame")
    # One palette, that of the last frame, so what does not move is byte-identical in each.
    palette = pictures[-1].quantize(_COLOURS, dither=Image.Dither.NONE)
    pictures = [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures]
    pause = round(1000 / per_second)
    pictures[0].save(
        path,
        format="GIF",
        save_all=True,
        append_images=pictures[1:],
        duration=[*[pause] * (len(pictures) - 1), _LAST * pause],
        loop=0,
        optimize=False,
    )
    if path.stat().st_size > LARGEST:
        raise ValueError(f"the animation has {path.stat().st_size} bytes, over {LARGEST}")


def _picture(sheet: Sheet) -> Image.Image:
    buffer = io.BytesIO()
    sheet.savefig(buffer, format="png", dpi=_DPI)
    return Image.open(buffer).convert("RGB")
