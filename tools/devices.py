"""Where arrays live: simulations take that from the device that they are given, and name none."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

LIBRARY = Path(__file__).parents[1] / "src/feature_learning"
FLOORS = ("data", "networks", "training", "kernels", "papers")
# What makes a tensor from nothing, where torch would choose the place itself.
MAKERS = {"arange", "empty", "eye", "full", "linspace", "ones", "rand", "randn", "tensor", "zeros"}
TORCH = {"torch", "_torch", "xp", "_xp"}  # xp is numpy or torch


def faults(node: ast.AST) -> Iterator[str]:
    """Yield how a node names a device, or makes an array of torch without saying where."""
    match node:
        case ast.Constant(str(text)) if text.split(":")[0] in ("cuda", "mps"):
            yield f"names {text!r}"
        case ast.Call(ast.Attribute(_, "cuda")):
            yield ".cuda() names a device"
        case ast.Call(ast.Attribute(_, "to"), [ast.Constant(), *_]):
            yield ".to(...) names a device"
        case ast.Call(ast.Attribute(ast.Name(owner) | ast.Attribute(_, owner), maker), _, keywords):
            given = "device" in {keyword.arg for keyword in keywords}
            if owner in TORCH and maker in MAKERS and not given:
                yield f"{maker}(...) without a device"


def main() -> None:
    """Print every fault with its place; fail if there is one."""
    found = [
        f"{path.relative_to(LIBRARY.parents[1])}:{node.lineno}: {fault}"
        for floor in FLOORS
        for path in sorted((LIBRARY / floor).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text()))
        for fault in faults(node)
    ]
    sys.exit("\n".join(found) or 0)


if __name__ == "__main__":
    main()
