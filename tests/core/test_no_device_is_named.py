"""Training code never says where an array lives: it takes that from the device that it is given."""

import ast
from pathlib import Path

import pytest

import feature_learning

ROOT = Path(feature_learning.__file__).parent
MODULES = [path for folder in ("data", "networks", "training", "kernels", "papers") for path in sorted((ROOT / folder).rglob("*.py"))]
# What makes a tensor from nothing, where torch would choose the place itself.
MAKERS = {"arange", "empty", "eye", "full", "linspace", "ones", "rand", "randn", "tensor", "zeros"}


def faults(text: str) -> list[str]:
    """Return what in a module names a device, or makes an array of torch without saying where."""
    found = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.split(":")[0] in ("cuda", "mps"):
            found.append(f"line {node.lineno}: names {node.value!r}")
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            names = {keyword.arg for keyword in node.keywords}
            if node.func.attr == "cuda" or (node.func.attr == "to" and node.args and isinstance(node.args[0], ast.Constant)):
                found.append(f"line {node.lineno}: .{node.func.attr}(...) names a place")
            # xp is numpy or torch; `torch` itself is held by the one trainer that needs its kernels.
            maker = isinstance(node.func.value, ast.Name) and node.func.value.id in ("torch", "xp")
            maker |= isinstance(node.func.value, ast.Attribute) and node.func.value.attr in ("torch", "_torch", "xp", "_xp")
            if maker and node.func.attr in MAKERS and "device" not in names:
                found.append(f"line {node.lineno}: {node.func.attr}(...) without a device")
    return found


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_device_is_named(module):
    assert faults(module.read_text()) == []


@pytest.mark.parametrize(
    "text", ["x.to('cuda')", "x.cuda()", "place = 'cuda:0'", "torch.zeros(3)", "self._xp.eye(3)", "device.xp.arange(2)"]
)
def test_what_names_one_is_found(text):
    assert faults(text)


@pytest.mark.parametrize("text", ["x.to(self._device)", "torch.zeros(3, device=place)", "np.zeros(3)", "xp.eye(3, device=gram.device)"])
def test_what_names_none_passes(text):
    assert faults(text) == []
