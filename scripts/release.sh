#!/usr/bin/env bash
# Makes an archive of the program: binary, completions, manual page, examples, licences, notices of third parties, and its check sum.
#
# usage: scripts/release.sh [TARGET]      TARGET: x86_64-unknown-linux-musl for a static binary; the machine's own when absent
# BINARY=FILE takes a program that is built already. The archive and SHA256SUMS are written to target/release-archives.
set -euo pipefail
cd "$(dirname "$0")/.."
target=${1:-$(rustc -vV | sed -n 's/^host: //p')}
if [ -z "${BINARY:-}" ]; then
    rustup target add "$target" >/dev/null 2>&1 || true
    # The page for browsers is in the program where it can be built here.
    features=
    if scripts/web.sh --single; then features="--features playground"; else echo "!!!! without the page of \`stickslip play\` !!!!" >&2; fi
    cargo build --profile dist --locked --target "$target" $features
    BINARY=target/$target/dist/stickslip
fi
version=$("$BINARY" --version | cut -d' ' -f2)
name=stickslip-$version-$target
out=target/release-archives
rm -rf "$out/$name"
mkdir -p "$out/$name/completions" "$out/$name/man"
cp "$BINARY" "$out/$name/stickslip"
for shell in bash zsh fish elvish powershell; do
    "$BINARY" completions "$shell" >"$out/$name/completions/stickslip.$shell"
done
"$BINARY" man >"$out/$name/man/stickslip.1"
cp -r README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE NOTICES examples "$out/$name/"
tar -C "$out" --sort=name --owner=0 --group=0 --numeric-owner -czf "$out/$name.tar.gz" "$name"
rm -rf "${out:?}/$name"
(cd "$out" && sha256sum "$name.tar.gz" >>SHA256SUMS.new && { grep -v " $name.tar.gz$" SHA256SUMS 2>/dev/null || true; } >>SHA256SUMS.new && mv SHA256SUMS.new SHA256SUMS)
echo "$out/$name.tar.gz ($(du -h "$out/$name.tar.gz" | cut -f1)), program $(du -h "$BINARY" | cut -f1)"
