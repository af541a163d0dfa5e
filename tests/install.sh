#!/usr/bin/env bash
# Installs Tremaux in the two ways of docs/install.md, looks at what is there, and removes it again: by
# `cargo install` into a folder of its own, and as a Debian package into the system, which takes root.
# Needs dpkg, cargo-deb, lintian and mandoc.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d "$PWD/target/install.XXXXXX")
trap 'rm -rf "$work"' EXIT

fail() { echo "$*"; exit 1; }

# Expects that a program says which version and which commit it is.
check_version() {
    local commit
    commit=$(git log -1 --no-show-signature --format='(%h %cs)' 2> /dev/null) || commit=
    local said
    said=$("$1" --version)
    [[ $said == "tremaux "*"$commit" ]] || fail "$1 says it is $said, not of $commit"
}

cargo install --path crates/cli --locked --quiet --root "$work"
check_version "$work/bin/tremaux"
cargo uninstall --quiet --root "$work" tremaux
[ ! -e "$work/bin/tremaux" ] || fail "cargo uninstall left the program behind"
echo "cargo install: good"

package=$(packaging/deb.sh)
# The project has no mail address of its own, and Debian no request for this package.
lintian --allow-root --fail-on error,warning \
    --suppress-tags bogus-mail-host,bogus-mail-host-in-debian-changelog,initial-upload-closes-no-bugs "$package"
# Small systems leave manuals and documents out of what they install.
dpkg --path-include='/usr/share/*' --install "$package" > "$work/log" || { cat "$work/log"; exit 1; }
trap 'dpkg --remove tremaux > /dev/null 2>&1 || true; rm -rf "$work"' EXIT
dpkg --listfiles tremaux > "$work/files"
while read -r file; do
    [ -e "$file" ] || fail "$file is in the package but was not installed"
done < "$work/files"
check_version /usr/bin/tremaux
for file in man1/tremaux.1.gz man1/tremaux-solve-knight.1.gz; do
    grep -q "^/usr/share/man/$file$" "$work/files" || fail "the package has no $file"
done
grep '^/usr/share/man/.*gz$' "$work/files" | while read -r page; do
    zcat "$page" | mandoc -T lint -W error || fail "$page is no good page"
done
# The shells find the completions where the package puts them.
for shell in bash:bash-completion/completions/tremaux zsh:zsh/vendor-completions/_tremaux \
    fish:fish/vendor_completions.d/tremaux.fish; do
    /usr/bin/tremaux completions "${shell%%:*}" | cmp - "/usr/share/${shell#*:}"
done
(cd /usr/share/doc/tremaux && tremaux solve curling examples/curling.in > /dev/null)
dpkg --remove tremaux > "$work/log" || { cat "$work/log"; exit 1; }
while read -r file; do
    [ -d "$file" ] || [ ! -e "$file" ] || fail "$file was left behind"
done < "$work/files"
echo "$(basename "$package"): good"
