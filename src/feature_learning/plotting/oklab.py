"""Colours by lightness as the eye sees it, and their contrast on paper."""

import numpy as np
from matplotlib.colors import to_hex, to_rgb

_STEP = 0.01  # of lightness, while a colour is being darkened

# Ottosson, "A perceptual color space for image processing" (2020).
_CONES = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
_OPPONENT = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)
_LUMINANCE = np.array([0.2126, 0.7152, 0.0722])


def lightness(colour: str) -> float:
    """Return the lightness of a colour, from 0 (black) to 1 (white).

    Parameters
    ----------
    colour
        A colour of matplotlib.
    """
    return float(_lab(colour)[0])


def with_lightness(colour: str, value: float) -> str:
    """Return the colour with another lightness; hue and chroma stay.

    Parameters
    ----------
    colour
        A colour of matplotlib.
    value
        The lightness, from 0 to 1.
    """
    _, green_red, blue_yellow = _lab(colour)
    lab = np.array([value, green_red, blue_yellow])
    linear = np.linalg.solve(_CONES, np.linalg.solve(_OPPONENT, lab) ** 3).clip(0.0, 1.0)
    encoded = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
    return str(to_hex(tuple(encoded.clip(0.0, 1.0))))


def contrast(colour: str, paper: str = "white") -> float:
    """Return the contrast of a colour with what it stands on, from 1 to 21 (WCAG).

    Parameters
    ----------
    colour, paper
        Colours of matplotlib.
    """
    light, dark = sorted(
        (float(_LUMINANCE @ _linear(one)) for one in (colour, paper)), reverse=True
    )
    return (light + 0.05) / (dark + 0.05)


def legible(colour: str, least: float) -> str:
    """Return the colour, darkened until its contrast with white is enough.

    Parameters
    ----------
    colour
        A colour of matplotlib.
    least
        The contrast: 3 for marks, 4.5 for text.
    """
    found, level = str(to_hex(colour)), lightness(colour)
    while contrast(found) < least:
        level -= _STEP
        found = with_lightness(colour, level)
    return found


def _linear(colour: str) -> np.ndarray:
    encoded = np.array(to_rgb(colour))
    return np.where(encoded <= 0.04045, encoded / 12.92, ((encoded + 0.055) / 1.055) ** 2.4)


def _lab(colour: str) -> np.ndarray:
    return np.asarray(_OPPONENT @ np.cbrt(_CONES @ _linear(colour)))
