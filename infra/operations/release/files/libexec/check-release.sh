# Checks that this release is whole and runs on this machine. Needs HERE and the functions of
# functions.sh.

check_machine() {
  [ "$(uname -s)" = Linux ] && [ "$(uname -m)" = x86_64 ] ||
    die "This release is for Linux on x86_64, and this machine is $(uname -s) on $(uname -m)."
  [ -e /lib64/ld-linux-x86-64.so.2 ] ||
    die "This machine has no glibc (as Alpine): this release needs glibc $(manifest_of "$HERE" GLIBC) or later."
}

# The files are those of the build: none changed, missing or added.
check_files() {
  command -v sha256sum >/dev/null || die "There is no sha256sum on this machine, to check the files: install coreutils."
  [ -f "$HERE/SHA256SUMS" ] || die "This release has no SHA256SUMS: unpack the archive again."
  (
    cd "$HERE"
    sed 's/^[0-9a-f]*  //' SHA256SUMS | LC_ALL=C sort >"$SCRATCH/listed"
    find . -type f ! -path ./SHA256SUMS | LC_ALL=C sort >"$SCRATCH/found"
    LC_ALL=C comm -13 "$SCRATCH/listed" "$SCRATCH/found" | sed 's/$/ (not part of it)/' >"$SCRATCH/wrong"
    sha256sum -c SHA256SUMS 2>/dev/null | grep -v ': OK$' | sed 's/: .*//' >>"$SCRATCH/wrong" || true
    find . -type l | LC_ALL=C sort | while read -r link; do
      printf '%s -> %s\n' "$link" "$(readlink "$link")"
    done >"$SCRATCH/links"
    cmp -s LINKS "$SCRATCH/links" || echo './LINKS (other links)' >>"$SCRATCH/wrong"
  )
  if [ -s "$SCRATCH/wrong" ]; then
    first=$(head -n 1 "$SCRATCH/wrong")
    count=$(wc -l <"$SCRATCH/wrong" | tr -d ' ')
    die "This release is not as it was built: ${first#./} and $((count - 1)) other files differ. Unpack the archive again."
  fi
}

# Node and the native parts run, and glibc is not older than the newest symbol that any of them needs.
check_programs() {
  node=$HERE/node/bin/node
  needs="It needs glibc $(manifest_of "$HERE" GLIBC) or later and libstdc++ (package libstdc++6 or libstdc++)."
  if ! "$node" --version >"$SCRATCH/node" 2>&1; then
    die "Node does not run on this machine: $(head -n 1 "$SCRATCH/node"). $needs"
  fi
  [ "$(cat "$SCRATCH/node")" = "v$(manifest_of "$HERE" NODE)" ] || die "This release has another Node than its MANIFEST names."
  "$node" "$HERE/libexec/native-parts.mjs" "$(manifest_of "$HERE" GLIBC)" 2>"$SCRATCH/native" ||
    die "A native part does not run on this machine: $(head -n 1 "$SCRATCH/native"). $needs"
}

# check_space FOLDER NEEDED_KB WHAT: the free space of the nearest folder that exists.
check_space() {
  folder=$1
  while [ ! -d "$folder" ]; do folder=$(dirname "$folder"); done
  free=$(df -Pk "$folder" | awk 'NR == 2 { print $4 }')
  [ "$free" -ge "$2" ] || die "$folder has $((free / 1024)) MB free, and $3 needs $(($2 / 1024)) MB."
}
