# Runs in the root that check.sh makes.
set -eu
PREFIX=/opt/clinical-pharmacy
LOG=/tmp/product.log
began=$(date +%s)
step() { echo "$(($(date +%s) - began)) s: $*"; }
fail() {
  echo "FAILED: $*" >&2
  tail -n 20 "$LOG" >&2 2>/dev/null || true
  exit 1
}
# refused SENTENCE COMMAND ...: the command fails, and its output has the sentence.
refused() {
  sentence=$1
  shift
  if "$@" >/tmp/output 2>&1; then fail "$* was not refused"; fi
  grep -q "$sentence" /tmp/output || fail "$* said: $(cat /tmp/output)"
  step "refused: $(cat /tmp/output)"
}

# In the background, until it is ready.
start() {
  "$PREFIX/bin/clinical-pharmacy" start >"$LOG" 2>&1 &
  product=$!
  "$PREFIX/current/node/bin/node" "$PREFIX/current/libexec/ready.mjs" --settings /etc/clinical-pharmacy/env \
    --within 120 --pid "$product" || fail "not ready"
}
# The processes of the product, and not the grep that looks for them.
processes() { grep -l 'clinical-pharmac[y]/releases/' /proc/[0-9]*/cmdline 2>/dev/null | cut -d / -f 3; }
# All processes of the product have ended.
ended() {
  wait "$product" 2>/dev/null || true
  for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    if [ -z "$(processes)" ]; then return; fi
    sleep 1
  done
  fail "processes are left"
}
stop() {
  kill "$product"
  ended
}
post() {
  "$PREFIX/current/node/bin/node" -e '
    const [path, body] = process.argv.slice(1);
    const answer = await fetch("http://127.0.0.1:8123" + path, {
      method: "POST", headers: { "content-type": "application/json" }, body,
    });
    if (!answer.ok) { console.error(answer.status, await answer.text()); process.exit(1); }
  ' --input-type=module "$@" || fail "POST $1"
}
sign_in() {
  post /api/users/login '{"email":"mona@hospital.test","password":"Secret-word-12"}'
  step "signed in to $(sed -n 's/^VERSION=//p' "$PREFIX/current/MANIFEST")"
}

if command -v node || command -v npm; then fail "there is a Node"; fi
[ "$(grep -c : /proc/net/dev)" = 1 ] || fail "there is a network"
cd /tmp
tar xzf first.tar.gz && mv clinical-pharmacy-* first
tar xzf second.tar.gz && mv clinical-pharmacy-* second
step "unpacked: $(du -sm first | cut -f 1) MB, $(find first -type f | wc -l) files"

refused 'no useradd to make it' first/install --no-systemd
refused 'systemd does not run' first/install
[ ! -e "$PREFIX" ] && [ ! -e /etc/clinical-pharmacy ] && [ ! -e /var/lib/clinical-pharmacy ] || fail "a part is left"
echo 'clinical-pharmacy:x:990:990::/var/lib/clinical-pharmacy:/usr/sbin/nologin' >>/etc/passwd
echo 'clinical-pharmacy:x:990:' >>/etc/group
first/install --no-systemd --port 8123
step "installed"
printf 'CAPTCHA=off\nRATE_LIMIT=off\n' >>/etc/clinical-pharmacy/env
settings=$(sha256sum /etc/clinical-pharmacy/env)

start
step "ready"
for pid in $(processes); do
  grep -q '^Uid:.990' "/proc/$pid/status" || fail "process $pid is of another user"
done
post /api/users '{"firstName":"Mona","lastName":"Adel","email":"mona@hospital.test","phone":"01000000000","password":"Secret-word-12"}'
sign_in
kill -9 "$product"
ended
step "killed"
start
sign_in
"$PREFIX/bin/clinical-pharmacy" events read | grep -q UserRegistered || fail "events read"
"$PREFIX/bin/clinical-pharmacy" keys status >/tmp/output 2>&1 || fail "keys status: $(cat /tmp/output)"
refused 'stop it first' second/install
stop

second/install
start
sign_in
stop
refused 'The installation in .* has other values' second/install --port 9000

# A release that cannot start: its sums are those of its files.
cp -R second broken
broken=$(sed -n 's/^VERSION=//p' broken/MANIFEST).broken
sed -i "s/^VERSION=.*/VERSION=$broken/" broken/MANIFEST
refused 'not as it was built: MANIFEST' broken/install
echo 'process.exit(1);' >broken/app/infra/dist/runtime/start/main.js
(cd broken && find . -type f ! -path ./SHA256SUMS | LC_ALL=C sort | while read -r file; do sha256sum "$file"; done >/tmp/sums && mv /tmp/sums SHA256SUMS)
refused 'is the current one as before' broken/install
start
sign_in
stop

"$PREFIX/bin/clinical-pharmacy" rollback
start
sign_in
stop
[ "$settings" = "$(sha256sum /etc/clinical-pharmacy/env)" ] || fail "the settings were changed"
[ "$(ls "$PREFIX/releases" | wc -l)" = 2 ] || fail "releases: $(ls "$PREFIX/releases")"
step "done"
