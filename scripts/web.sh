#!/usr/bin/env bash
# Builds the page that runs studies in a browser: scripts/web.sh [--single] [--quick] [--module] [FOLDER]
#
# The folder (target/web) can be put on any static host. --single also writes stickslip.html, one file that a browser opens from the
# disk. --quick builds the module as the tests do, in a minute and slow. --module builds nothing but the module.
# Exit code 3: a tool is missing; 4: the packages of the page cannot be had.
set -euo pipefail
cd "$(dirname "$0")/.."

single= quick= module_only= folder=target/web
for word in "$@"; do
    case $word in
        --single) single=yes ;;
        --quick) quick=yes ;;
        --module) module_only=yes ;;
        -*) echo "scripts/web.sh: unknown option $word; --single, --quick and --module are" >&2; exit 2 ;;
        *) folder=$word ;;
    esac
done

missing=
need() { command -v "$1" >/dev/null 2>&1 || { echo "scripts/web.sh: $1 is missing: $2" >&2; missing=yes; }; }
need cargo "install a Rust toolchain (1.95 or later)"
need node "install nodejs (18 or later)"
[ -n "$module_only" ] || need npm "install npm, which brings the editor of the page"
if ! rustup target list --installed 2>/dev/null | grep -qx wasm32-unknown-unknown && ! rustup target add wasm32-unknown-unknown >/dev/null 2>&1; then
    echo "scripts/web.sh: the target is missing: rustup target add wasm32-unknown-unknown" >&2
    missing=yes
fi
[ -z "$missing" ] || exit 3

profile=page made=page
[ -z "$quick" ] || profile=dev made=debug
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="-Ctarget-feature=+simd128 -Clink-arg=-zstack-size=16777216"
cargo build -p stickslip-web --profile "$profile" --target wasm32-unknown-unknown
module=${CARGO_TARGET_DIR:-target}/wasm32-unknown-unknown/$made/stickslip_web.wasm
mkdir -p "$folder"

page=clients/web/page
omit=
[ -z "$quick" ] || omit=--omit=optional
is_old() { [ ! -d "$page/node_modules/esbuild" ] || [ "$page/package-lock.json" -nt "$page/node_modules/.package-lock.json" ]; }
if [ -z "$module_only" ] && is_old; then
    (cd "$page" && npm ci --no-audit --no-fund $omit) || {
        echo "scripts/web.sh: the packages of the page cannot be had here" >&2
        exit 4
    }
fi

optimiser=$(command -v wasm-opt || true)
[ -n "$optimiser" ] || [ ! -x "$page/node_modules/.bin/wasm-opt" ] || optimiser=$page/node_modules/.bin/wasm-opt
if [ -n "$quick" ]; then
    cp "$module" "$folder/stickslip.wasm"
elif [ -n "$optimiser" ]; then
    "$optimiser" -O3 --enable-simd --enable-bulk-memory --enable-sign-ext --enable-mutable-globals \
        --enable-nontrapping-float-to-int --enable-multivalue --enable-reference-types "$module" -o "$folder/stickslip.wasm"
else
    echo "!!!! wasm-opt is missing (npm package or Debian package binaryen): the module is larger and slower !!!!"
    cp "$module" "$folder/stickslip.wasm"
fi

[ -z "$module_only" ] || exit 0
node "$page/build.mjs" "$folder"
[ -z "$single" ] || node "$page/build.mjs" "$folder" --single
size() { gzip -9c "$@" | wc -c | awk '{ printf "%.2f MB", $1 / 1e6 }'; }
echo "$folder: module $(size "$folder/stickslip.wasm") compressed, page without it $(cat "$folder"/{index.html,main.js,style.css,examples.json} | size)"
[ -z "$single" ] || echo "$folder/stickslip.html: one file, $(stat -c %s "$folder/stickslip.html" | awk '{ printf "%.1f MB", $1 / 1e6 }')"
