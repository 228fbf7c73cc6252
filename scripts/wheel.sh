#!/usr/bin/env bash
# Builds the wheel of the Python package as `pip install ./clients/python` does, installs it into an environment of its own
# on a machine without Rust (a PATH without it), and tries all of it there: size, import, kernel, notebook, pages, a million points,
# a thousand runs. It compiles the optimised program, which takes minutes: `.ci/run` leaves it out.
#
#   scripts/wheel.sh [WHEEL]      WHEEL: one that is built already
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
MOST_BYTES=10000000

python3 -m venv "$scratch/installed"
if [ $# -ge 1 ]; then
    wheel=$1
else
    python3 -m venv "$scratch/build"
    "$scratch/build/bin/pip" wheel -q --disable-pip-version-check --no-deps -w "$root/target/wheels" "$root/clients/python"
    wheel=$(ls -t "$root"/target/wheels/stickslip-*.whl | head -1)
fi
bytes=$(stat -c %s "$wheel")
echo "$wheel: $bytes bytes"
[ "$bytes" -lt "$MOST_BYTES" ] || { echo "scripts/wheel.sh: the wheel has more than $MOST_BYTES bytes" >&2; exit 1; }

"$scratch/installed/bin/pip" install -q --disable-pip-version-check "$wheel[test]"
cd "$scratch"
export PATH="$scratch/installed/bin:/usr/bin:/bin" STICKSLIP_INSTALLED=1 STICKSLIP_RUNS=1000
if command -v cargo rustc; then
    echo "scripts/wheel.sh: Rust is in /usr/bin: nothing shows that the wheel does without it" >&2
    exit 1
fi
stickslip --version
jupyter kernelspec list
python -m pytest -q -p no:cacheprovider "$root/clients/python/tests"
