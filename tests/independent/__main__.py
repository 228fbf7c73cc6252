"""Runs cases with dense matrices, apart from the program: `python3 tests/independent CASE.comm...` (needs numpy and scipy).

Each assertion is compared with this computation; those that differ by more than their tolerance are listed."""
import sys
from pathlib import Path
from commands import Study

for name in sys.argv[1:]:
    study = Study(Path(name)).run(Path(name).read_text())
    print(f'{name}: {study.checked} figures, {len(study.failures)} differ')
    for told, found, want, off in study.failures:
        print('   ', told, 'computed', repr(found), 'written', repr(want), 'off', off)
