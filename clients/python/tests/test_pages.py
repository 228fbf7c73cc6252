"""The Python of the pages: every block runs, in the order of its page."""

import os
import re

import pytest

from conftest import ROOT

PAGES = ["tests/language/13_programs.md"]


@pytest.mark.parametrize("page", PAGES)
def test_every_line_of_a_page_runs(page, capsys):
    blocks = re.findall(r"^```python\n(.*?)^```", (ROOT / page).read_text(), re.DOTALL | re.MULTILINE)
    assert blocks
    before = os.getcwd()
    os.chdir(ROOT)
    try:
        names = {}
        for block in blocks:
            exec(compile(block, page, "exec"), names)
            for line in block.splitlines():
                promised = re.match(r"^([a-z][^#=]*?)\s+# (?:.*: )?([0-9.]+|array\(.*\))$", line)
                if promised:
                    value = eval(promised[1], names)
                    assert promised[2].replace(" ", "") in repr(value).replace(" ", ""), (line, value)
    finally:
        os.chdir(before)
    if "13_programs" in page:
        assert "LIRE_MAILLAGE" in capsys.readouterr().out
