#!/usr/bin/env bash
# Makes a release whole, and tries each artefact from an empty folder:
#
#   archive   the program for this machine, with completions, manual page, examples, licences and notices of third parties
#   static    the same for any 64-bit Linux on x86 (x86_64-unknown-linux-musl), without shared libraries
#   wheel     the package for Python, with the program in it
#   vsix      the extension for VS Code
#   page      the page for browsers: a folder for any static host, and one file that opens from the disk
#
# then SHA256SUMS of all of them, and NOTES.md: what the changelog says, and the list of files.
#
# usage: scripts/release.sh [--only PART[,PART...]] [--out FOLDER] [--target NAME] [--allow-missing]
# BINARY=FILE takes a program that is built already for `archive` (and STATIC_BINARY=FILE, WHEEL=FILE for the two others); --target
# names its machine. What cannot be made here is told at the end, and the exit code is then 3 unless --allow-missing is given; 1: an
# artefact is wrong.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
parts=archive,static,wheel,vsix,page out=target/release-archives target= allow=
while [ $# -gt 0 ]; do
    case $1 in
        --only) parts=$2; shift 2 ;;
        --out) out=$2; shift 2 ;;
        --target) target=$2; shift 2 ;;
        --allow-missing) allow=yes; shift ;;
        *) echo "scripts/release.sh: unknown word $1; --only, --out, --target and --allow-missing are" >&2; exit 2 ;;
    esac
done
for part in ${parts//,/ }; do
    case $part in
        archive | static | wheel | vsix | page) ;;
        *) echo "scripts/release.sh: no part $part: archive, static, wheel, vsix, page" >&2; exit 2 ;;
    esac
done
mkdir -p "$out"
out=$(cd "$out" && pwd)
version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' Cargo.toml)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# Files of an archive have the date of the commit, so that it has the same bytes each time.
moment=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 0)}
missing=()

said() { echo "== $*"; }
wrong() { echo "scripts/release.sh: $*" >&2; exit 1; }
cannot() { missing+=("$1: $2"); echo "!!!! NOT MADE: $1: $2 !!!!" >&2; }
has() { command -v "$1" >/dev/null 2>&1; }

# The page of `stickslip play` is in the programs; it is made once.
page_code=
make_page() {
    [ -z "$page_code" ] || return 0
    page_code=0
    scripts/web.sh --single || page_code=$?
}

# Packs a program with what belongs to it: pack PROGRAM TARGET.
pack() {
    local name=stickslip-$version-$2 folder
    folder=$scratch/pack/$name
    rm -rf "$folder" && mkdir -p "$folder/completions" "$folder/man"
    cp "$1" "$folder/stickslip"
    for shell in bash zsh fish elvish powershell; do
        "$1" completions "$shell" >"$folder/completions/stickslip.$shell"
    done
    "$1" man >"$folder/man/stickslip.1"
    cp -r README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE NOTICES examples "$folder/"
    tar -C "$scratch/pack" --mtime="@$moment" --sort=name --owner=0 --group=0 --numeric-owner -cf - "$name" | gzip -n9 >"$out/$name.tar.gz"
}

# Tries an archive where nothing else is: try_archive FILE.
try_archive() {
    local empty=$scratch/try
    rm -rf "$empty" && mkdir "$empty"
    tar -C "$empty" -xzf "$1"
    (
        cd "$empty"/stickslip-*
        export PATH=/usr/bin:/bin
        case $(./stickslip --version || true) in "stickslip $version"*) ;; *) wrong "$1: its program is not of version $version" ;; esac
        ./stickslip run examples/first_steps/first_steps.comm --output "$empty/written" >"$empty/log" ||
            { cat "$empty/log" >&2; wrong "$1: the first example does not hold"; }
        ./stickslip check examples/rubbing_shoe >"$empty/log" 2>&1 || wrong "$1: an example has an error"
        ./stickslip doc DYNA_VIBRA >/dev/null || wrong "$1: the manual is not there"
        for file in man/stickslip.1 completions/stickslip.zsh NOTICES LICENSE-MIT LICENSE-APACHE CHANGELOG.md; do
            [ -s "$file" ] || wrong "$1: no $file"
        done
    )
}

build() {
    local features=
    make_page
    if [ "$page_code" = 0 ]; then features="--features playground"; else cannot "the page in the program for $1" "scripts/web.sh ended with code $page_code"; fi
    cargo build --profile dist --locked --target "$1" $features
}

make_archive() {
    local program=${BINARY:-} host
    host=$(rustc -vV 2>/dev/null | sed -n 's/^host: //p' || true)
    if [ -z "$program" ]; then
        has cargo || { cannot archive "no Rust toolchain"; return 0; }
        target=${target:-$host}
        build "$target"
        program=${CARGO_TARGET_DIR:-target}/$target/dist/stickslip
    fi
    pack "$program" "${target:-$host}"
    try_archive "$out/stickslip-$version-${target:-$host}.tar.gz"
}

make_static() {
    local program=${STATIC_BINARY:-} musl=x86_64-unknown-linux-musl
    if [ -z "$program" ]; then
        has rustup && rustup target add $musl >/dev/null 2>&1 || { cannot static "the target $musl cannot be had"; return 0; }
        build $musl
        program=${CARGO_TARGET_DIR:-target}/$musl/dist/stickslip
    fi
    # `ldd` says so, or fails: there is nothing that is loaded with it.
    case $(ldd "$program" 2>&1 || true) in *'=>'*) wrong "static: $program needs shared libraries" ;; esac
    pack "$program" $musl
    try_archive "$out/stickslip-$version-$musl.tar.gz"
}

make_wheel() {
    local wheel=${WHEEL:-}
    has python3 && python3 -m venv "$scratch/build" >/dev/null 2>&1 || { cannot wheel "no Python with venv"; return 0; }
    if [ -z "$wheel" ]; then
        has cargo || { cannot wheel "no Rust toolchain"; return 0; }
        "$scratch/build/bin/pip" download -q --disable-pip-version-check --no-deps -d "$scratch/tools" 'maturin>=1.16,<2' >/dev/null 2>&1 ||
            { cannot wheel "maturin cannot be had from the package index"; return 0; }
        "$scratch/build/bin/pip" wheel -q --disable-pip-version-check --no-deps -w "$scratch/wheels" clients/python
        wheel=$(ls "$scratch"/wheels/stickslip-*.whl)
    fi
    cp "$wheel" "$out/"
    # All of it, in an environment of its own, without Rust.
    scripts/wheel.sh "$out/$(basename "$wheel")"
}

make_vsix() {
    has python3 || { cannot vsix "no Python"; return 0; }
    local vsix=$out/stickslip-$version.vsix
    python3 scripts/vsix.py "$vsix"
    local empty=$scratch/vsix
    rm -rf "$empty" && mkdir "$empty"
    python3 -m zipfile -e "$vsix" "$empty"
    if has node; then
        (cd "$empty/extension" && for file in *.js; do node --check "$file" || wrong "vsix: $file is no JavaScript"; done)
    else
        cannot "trial of the vsix in node" "no node"
    fi
    local code=
    for name in code codium; do ! has $name || code=$name; done
    if [ -n "$code" ]; then
        "$code" --user-data-dir "$scratch/user" --extensions-dir "$scratch/extensions" --install-extension "$vsix" >/dev/null ||
            wrong "vsix: $code does not install it"
    else
        said "vsix: neither code nor codium is here to install it; its layout was looked at"
    fi
}

make_page_artefacts() {
    make_page
    case $page_code in
        0) ;;
        3 | 4) cannot page "a tool or package of scripts/web.sh cannot be had (code $page_code)"; return 0 ;;
        *) wrong "page: scripts/web.sh ended with code $page_code" ;;
    esac
    local name=stickslip-page-$version
    rm -rf "$scratch/$name" && mkdir "$scratch/$name"
    cp -r target/web/. "$scratch/$name/"
    mv "$scratch/$name/stickslip.html" "$out/stickslip-$version.html"
    tar -C "$scratch" --mtime="@$moment" --sort=name --owner=0 --group=0 --numeric-owner -cf - "$name" | gzip -n9 >"$out/$name.tar.gz"
    local empty=$scratch/page
    rm -rf "$empty" && mkdir "$empty"
    tar -C "$empty" -xzf "$out/$name.tar.gz"
    local code=0
    timeout 300 node clients/web/tests/page_test.mjs "$empty/$name" || code=$?
    case $code in
        0) ;;
        3 | 4) cannot "trial of the page in a browser" "no Chromium (code $code)" ;;
        *) wrong "page: it does not work in a browser" ;;
    esac
}

for part in ${parts//,/ }; do
    said "$part"
    if [ "$part" = page ]; then make_page_artefacts; else "make_$part"; fi
done

cd "$out"
files=$(find . -maxdepth 1 -type f -name "stickslip*$version*" -printf '%f\n' | sort)
[ -n "$files" ] || wrong "nothing was made"
sha256sum $files >SHA256SUMS
sha256sum --quiet -c SHA256SUMS
{
    echo "# stickslip $version"
    echo
    # The section of this version, or what has gathered since the last.
    awk -v version="$version" '
        /^## / { if (found) exit; if ($2 == version || $2 == "Unreleased") { found = 1; next } }
        found' "$root/CHANGELOG.md"
    echo
    echo "## Files"
    echo
    echo "| file | bytes | SHA-256 |"
    echo "| --- | --- | --- |"
    while read -r sum file; do echo "| \`$file\` | $(stat -c %s "$file") | \`$sum\` |"; done <SHA256SUMS
    if [ ${#missing[@]} -gt 0 ]; then
        printf '\nNot made:\n\n'
        printf '* %s\n' "${missing[@]}"
    fi
} >NOTES.md
said "in $out"
ls -l | sed 1d
if [ ${#missing[@]} -gt 0 ]; then
    printf '!!!! NOT MADE: %s !!!!\n' "${missing[@]}" >&2
    [ -n "$allow" ] || exit 3
fi
