"""What is compiled is compiled anew where anything that went into it has changed: numba looks at
the function's own module alone.
"""

import ast
from pathlib import Path

import feature_learning

DECORATORS = ("compiled", "vectorised")
PACKAGE = Path(feature_learning.__file__).parent


def decorated(tree: ast.Module) -> list[ast.FunctionDef]:
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
        and any(isinstance(one, ast.Name) and one.id in DECORATORS for one in node.decorator_list)
    ]


def imported(tree: ast.Module) -> set[str]:
    """Names that come from other modules of the package."""
    found = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("feature_learning")
    ]
    return {one.asname or one.name for node in found for one in node.names}


def borrowed(text: str) -> dict[str, set[str]]:
    """Imported names that compiled functions use, by function."""
    tree = ast.parse(text)
    return {
        function.name: {
            node.id
            for statement in function.body
            for node in ast.walk(statement)
            if isinstance(node, ast.Name)
        }
        & imported(tree)
        for function in decorated(tree)
    }


def test_compiled_functions_use_their_own_module_alone():
    found = {
        (path.stem, name): used
        for path in PACKAGE.rglob("*.py")
        for name, used in borrowed(path.read_text()).items()
    }
    assert found
    assert {function: used for function, used in found.items() if used} == {}


def test_a_borrowed_name_is_noticed():
    lines = [
        "from feature_learning.core.compiled import compiled",
        "from feature_learning.a import B",
        "@compiled",
        "def f(x): return x + B",
    ]
    assert borrowed("\n".join(lines)) == {"f": {"B"}}
