"""One interface for large products: numpy on the processor or torch on a CUDA device, as which
torch also shows AMD's (ROCm).
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from feature_learning.core.errors import UserError

DEVICES = ("auto", "cpu", "cuda")
# Where none of these exists, torch sees no GPU and need not be asked, which takes seconds: NVIDIA's
# driver on Linux, that of WSL2, and AMD's.
_DRIVERS = tuple(map(Path, ("/proc/driver/nvidia/version", "/dev/dxg", "/dev/kfd")))


@dataclass(frozen=True)
class Device:
    """An array namespace and the place where its arrays live.

    Attributes
    ----------
    name
        ``cpu`` or ``cuda``.
    xp
        The namespace of the Python array API: `numpy`, or torch through `array_api_compat`.

    Notes
    -----
    torch takes a second to import, so it is imported only where a CUDA device does the work.
    """

    name: str
    xp: Any

    def put(self, array: np.ndarray) -> Any:
        """Move a numpy array to the device, keeping its dtype."""
        return array if self.xp is np else self.xp.asarray(array, device=self.name)

    def get(self, array: Any) -> np.ndarray:
        """Bring an array of the device back as a numpy array."""
        return np.asarray(array if self.xp is np else array.cpu())


def device(name: str) -> Device:
    """Return the device of that name; ``auto`` means CUDA if torch sees a CUDA device, else the
    processor.

    Raises
    ------
    UserError
        The name is unknown, or it is ``cuda`` and torch is missing or sees no CUDA device.
    """
    if name not in DEVICES:
        raise UserError(f"device {name!r} is not one of {', '.join(DEVICES)}")
    if name == "cpu" or (name == "auto" and not any(driver.exists() for driver in _DRIVERS)):
        return Device("cpu", np)
    try:
        import array_api_compat.torch as xp
        import torch
    except ModuleNotFoundError:
        if name == "auto":
            return Device("cpu", np)
        raise UserError(
            "device: cuda is set, but torch is not installed: pip install 'feature-learning[torch]'"
        ) from None
    if torch.cuda.is_available():
        return Device("cuda", xp)
    if name == "cuda":
        raise UserError(
            "device: cuda is set, but torch sees no CUDA device here; set device: cpu or auto"
        )
    return Device("cpu", np)
