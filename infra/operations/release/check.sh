#!/bin/sh
# Shows that an archive runs on a bare server: `sh check.sh FIRST.tar.gz SECOND.tar.gz`, as root. A root of its own has sh,
# coreutils, glibc and libstdc++ of this machine, no Node, no npm, and no network but the loopback interface. In it the
# first release is installed, started, killed and started again, upgraded to the second, and rolled back.
set -eu
[ "$(id -u)" = 0 ] || {
  echo "The check makes a root of its own: run it as root." >&2
  exit 1
}
ROOT=$(mktemp -d)
trap 'rm -rf "$ROOT"' EXIT
chmod 755 "$ROOT"

mkdir -p "$ROOT/bin" "$ROOT/proc" "$ROOT/dev/shm" "$ROOT/tmp" "$ROOT/etc" "$ROOT/opt" "$ROOT/var/lib" "$ROOT/usr"
chmod 1777 "$ROOT/tmp" "$ROOT/dev/shm"
ln -s ../bin "$ROOT/usr/bin"
add() {
  cp -L "$1" "$ROOT/bin/"
  ldd "$1" 2>/dev/null | grep -o '/[^ ]*' | while read -r library; do add_library "$library"; done
}
add_library() {
  mkdir -p "$ROOT$(dirname "$1")"
  [ -e "$ROOT$1" ] || cp -L "$1" "$ROOT$1"
}
for program in sh awk basename cat chmod chown cmp comm cp cut date df dirname du find grep gzip head id ln ls mkdir mktemp mv \
  readlink rm sed sha256sum sleep sort tail tar tr uname wc env; do
  add "$(command -v "$program")"
done
# The other files of a bare server: the libraries that Node and the native parts ask for.
find /lib /usr/lib -name 'libstdc++.so.6' -o -name 'libgcc_s.so.1' -o -name 'lib[mc].so.6' -o -name 'libdl.so.2' \
  -o -name 'libpthread.so.0' -o -name 'librt.so.1' -o -name 'libresolv.so.2' | while read -r library; do
  case $library in */x86_64-linux-gnu/* | */lib64/*) add_library "$library" ;; esac
done
printf 'root:x:0:0::/:/bin/sh\n' >"$ROOT/etc/passwd"
printf 'root:x:0:\n' >"$ROOT/etc/group"
printf '127.0.0.1 localhost\n' >"$ROOT/etc/hosts"
for device in null zero random urandom; do : >"$ROOT/dev/$device"; done
cp "$1" "$ROOT/tmp/first.tar.gz"
cp "$2" "$ROOT/tmp/second.tar.gz"
cp "$(dirname "$0")/check-inside.sh" "$ROOT/check-inside.sh"

# A network, a mount and a process namespace of its own: all its processes end with it.
# shellcheck disable=SC2016
unshare --net --mount --pid --fork sh -c '
  set -eu
  ip link set lo up
  mount -t proc proc "$1/proc"
  mount -t tmpfs tmpfs "$1/dev/shm"
  for device in null zero random urandom; do mount --bind "/dev/$device" "$1/dev/$device"; done
  exec chroot "$1" /bin/env -i PATH=/bin HOME=/ /bin/sh /check-inside.sh
' sh "$ROOT"
