#!/usr/bin/env bash
# Builds the Debian package and prints its path. Its contents are listed in crates/cli/Cargo.toml; the manual and
# the completions are printed by the program that was just built. Needs cargo-deb.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --release -p tremaux --locked --quiet
tremaux=target/release/tremaux
made=target/release/package
rm -rf "$made"
mkdir -p "$made/man"
"$tremaux" man --out "$made/man"
gzip -9n "$made"/man/*.1
"$tremaux" completions bash > "$made/tremaux.bash"
"$tremaux" completions zsh > "$made/_tremaux"
"$tremaux" completions fish > "$made/tremaux.fish"
# Debian wants to know of each package when it was made, and from what.
gzip -9n > "$made/changelog.Debian.gz" <<END
tremaux ($("$tremaux" --version | cut -d ' ' -f 2)-1) unstable; urgency=medium

  * $("$tremaux" --version); changelog.gz lists what is new.

 -- The Tremaux authors <authors@tremaux.invalid>  $(git log -1 --format=%cD 2> /dev/null || date -R)
END
cargo deb -p tremaux --no-build --locked --quiet
