"""The examples of the documentation give what they show."""

from __future__ import annotations

import doctest
import importlib

import pytest

import bulkdoku

MODULES = ["bulkdoku", "bulkdoku._arrays", "bulkdoku._data_sets", "bulkdoku._program", "bulkdoku._ratings", "bulkdoku._results", "bulkdoku.duckdb"]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_are_right(name: str) -> None:
    module = importlib.import_module(name)
    names = {name: getattr(bulkdoku, name) for name in bulkdoku.__all__}
    done = doctest.testmod(module, extraglobs={} if name == "bulkdoku" else {**names, "bulkdoku": bulkdoku})
    assert done.attempted > 0
    assert done.failed == 0


@pytest.mark.parametrize("name", bulkdoku.__all__)
def test_every_public_name_is_documented(name: str) -> None:
    documentation = getattr(bulkdoku, name).__doc__
    assert documentation is not None or name == "__version__"
