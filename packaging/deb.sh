#!/usr/bin/env bash
# Builds the Debian package and prints its path. What is in it stands in crates/cli/Cargo.toml; the manual and
# the completions are printed by the program that was just built. Needs cargo-deb.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --release -p tremaux --locked --quiet
tremaux=target/release/tremaux
made=target/release/package
rm -rf "$made"
mkdir -p "$made/man"
"$tremaux" man --out "$made/man"
"$tremaux" completions bash > "$made/tremaux.bash"
"$tremaux" completions zsh > "$made/_tremaux"
"$tremaux" completions fish > "$made/tremaux.fish"
# Debian wants to know of each package when it was made, and from what.
cat > "$made/changelog" <<END
tremaux ($("$tremaux" --version | cut -d ' ' -f 2)-1) unstable; urgency=medium

  * $("$tremaux" --version); what is new stands in changelog.gz.

 -- The Tremaux authors <tremaux@localhost>  $(git log -1 --format=%cD 2> /dev/null || date -R)
END
cargo deb -p tremaux --no-build --locked --quiet && ls target/debian/tremaux_*.deb
