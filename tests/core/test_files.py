"""Files that are whole or absent."""

import pytest

from feature_learning.core.files import replacing


def test_a_finished_block_replaces_the_file(tmp_path):
    path = tmp_path / "deep" / "er" / "file.txt"
    for text in ("one", "two"):
        with replacing(path) as temporary:
            assert temporary.parent == path.parent
            temporary.write_text(text)
            assert not path.exists() or path.read_text() != text
        assert path.read_text() == text
    assert [entry.name for entry in path.parent.iterdir()] == ["file.txt"]


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt, SystemExit])
@pytest.mark.parametrize("existing", [True, False])
def test_an_exception_leaves_nothing_behind(tmp_path, error, existing):
    path = tmp_path / "file.txt"
    if existing:
        path.write_text("old")

    def interrupted():
        with replacing(path) as temporary:
            temporary.write_text("half of the n")
            raise error

    with pytest.raises(error):
        interrupted()
    assert [(entry.name, entry.read_text()) for entry in tmp_path.iterdir()] == (
        [("file.txt", "old")] if existing else []
    )


def test_a_block_that_writes_nothing_is_an_error(tmp_path):
    with pytest.raises(FileNotFoundError), replacing(tmp_path / "file.txt"):
        pass
    assert list(tmp_path.iterdir()) == []
