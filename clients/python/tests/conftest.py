"""Where the program is, and studies that tests share."""

import os
import pathlib
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
PACKAGE = pathlib.Path(__file__).resolve().parents[1]

# From the sources, the program is the one that cargo built; an installed package has its own.
if (PACKAGE / "stickslip").is_dir() and "STICKSLIP_INSTALLED" not in os.environ:
    sys.path.insert(0, str(PACKAGE))
    os.environ.setdefault("STICKSLIP_BINARY", str(ROOT / "target" / "debug" / "stickslip"))
    os.environ["PYTHONPATH"] = os.pathsep.join([str(PACKAGE), os.environ.get("PYTHONPATH", "")])
    os.environ["JUPYTER_PATH"] = str(PACKAGE / "installed" / "data" / "share" / "jupyter")


@pytest.fixture
def first_steps():
    """One mass of 2 kg on one spring of 200 N/m."""
    return ROOT / "examples" / "first_steps" / "first_steps.comm"


@pytest.fixture
def examples():
    return ROOT / "examples"
