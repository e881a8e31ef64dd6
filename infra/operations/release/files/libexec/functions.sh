# Functions of `install` and `rollback`. POSIX sh. Each failure is one sentence on standard error.
# Callers set HERE (the folder of their release) and PREFIX.

UNIT=clinical-pharmacy.service
UNIT_FOLDER=/etc/systemd/system
UNIT_FILE=$UNIT_FOLDER/$UNIT
# The product, and its backups to folders that the operator names.
UNITS="$UNIT clinical-pharmacy-backup@.service clinical-pharmacy-backup@.timer"

say() { printf '%s\n' "$*"; }
die() {
  printf '%s\n' "$*" >&2
  exit 1
}

# manifest_of RELEASE NAME, conf_of NAME: a value of a file of lines NAME=value.
manifest_of() { sed -n "s/^$2=//p" "$1/MANIFEST"; }
conf_of() { sed -n "s/^$1=//p" "$PREFIX/installation.conf"; }

# The release that a link of PREFIX points to, such as `current`; empty where there is none.
release_at() {
  if [ -L "$PREFIX/$1" ]; then basename "$(readlink "$PREFIX/$1")"; fi
}

# A link is replaced by rename, so that it always points to a whole release.
point() {
  rm -f "$PREFIX/.$1.new"
  ln -s "releases/$2" "$PREFIX/.$1.new"
  "$HERE/node/bin/node" -e 'require("node:fs").renameSync(process.argv[1], process.argv[2])' \
    "$PREFIX/.$1.new" "$PREFIX/$1"
}

# One of `install` and `rollback` at a time works on an installation.
lock_prefix() {
  LOCK=$PREFIX/.installing
  if ! mkdir "$LOCK" 2>/dev/null; then
    holder=$(cat "$LOCK/pid" 2>/dev/null || true)
    if [ -n "$holder" ] && kill -0 "$holder" 2>/dev/null; then
      LOCK=
      die "Process $holder changes this installation: wait until it has ended."
    fi
  fi
  echo $$ >"$LOCK/pid"
}
unlock_prefix() { if [ -n "${LOCK:-}" ]; then rm -rf "$LOCK"; fi; }

# render_unit RELEASE NAME: the file of a unit, from the template of a release.
render_unit() {
  sed -e "s|@PREFIX@|$PREFIX|g" -e "s|@DATA@|$DATA|g" -e "s|@SETTINGS@|$SETTINGS|g" \
    -e "s|@OWNER@|$OWNER|g" -e "s|@GROUP@|$GROUP|g" "$1/$2"
}
# Older releases have no units for backups: those of the newer one stay, as they start the same command.
write_units() {
  for name in $UNITS; do
    [ -f "$1/$name" ] || continue
    render_unit "$1" "$name" >"$UNIT_FOLDER/$name.new"
    mv -f "$UNIT_FOLDER/$name.new" "$UNIT_FOLDER/$name"
  done
  systemctl daemon-reload
}
remove_units() {
  for name in $UNITS; do rm -f "$UNIT_FOLDER/$name"; done
}

# The process that holds the data folder; empty where none runs. The lock names it with boot and start, as
# `infra/runtime/start/program/data-folder.ts` writes it, so that another process with its number is not taken for it.
running_product() {
  held=$(cat "$DATA/launcher.lock" 2>/dev/null) || return 0
  stat=$(sed 's/.*) //' "/proc/${held%% *}/stat" 2>/dev/null) || return 0
  case $stat in Z* | X* | x*) return 0 ;; esac
  began=$(cat /proc/sys/kernel/random/boot_id):$(echo "$stat" | cut -d ' ' -f 20)
  if [ "$held" = "${held%% *} $began" ]; then echo "${held%% *}"; fi
}
refuse_running() {
  holder=$(running_product)
  [ -z "$holder" ] || die "The product runs on $DATA as process $holder: stop it first."
}

stop_product() {
  if [ "$SERVICE" = systemd ]; then
    systemctl stop "$UNIT"
  elif [ -n "${TRIAL:-}" ]; then
    kill "$TRIAL" 2>/dev/null || true
    wait "$TRIAL" 2>/dev/null || true
    TRIAL=
  fi
}

# Starts the current release and waits until it is ready. Without systemd it is a trial: the caller stops it.
start_product() {
  if [ "$SERVICE" = systemd ]; then
    systemctl reset-failed "$UNIT" 2>/dev/null || true
    systemctl restart "$UNIT" || return 1
    "$HERE/node/bin/node" "$HERE/libexec/ready.mjs" --settings "$SETTINGS" --within "$READY_WITHIN" --unit "$UNIT"
  else
    "$PREFIX/current/bin/clinical-pharmacy" start >"$PREFIX/trial.log" 2>&1 &
    TRIAL=$!
    "$HERE/node/bin/node" "$HERE/libexec/ready.mjs" --settings "$SETTINGS" --within "$READY_WITHIN" --pid "$TRIAL"
  fi
}

# change_release FROM TO: stops, switches, starts. It fails where the release TO does not become ready.
change_release() {
  stop_product || return 1
  point previous "$1" || return 1
  point current "$2" || return 1
  if [ "$SERVICE" = systemd ]; then write_units "$PREFIX/releases/$2" || return 1; fi
  start_product || return 1
  if [ "$SERVICE" = none ]; then stop_product; fi
}

# change_or_return FROM TO: as above. Where it fails, FROM is made the current release again, with the one before it.
# A signal ends the wait for TO, and not the way back.
change_or_return() {
  before=$(release_at previous)
  trap : HUP INT TERM
  if change_release "$1" "$2"; then return 0; fi
  stop_product || true
  say "Release $2 did not become ready: going back to $1." >&2
  if [ "$SERVICE" = none ]; then mv -f "$PREFIX/trial.log" "$PREFIX/failed-$2.log"; fi
  if ! change_release "$2" "$1"; then
    die "Release $1 did not become ready either. $(where_log trial) says why."
  fi
  if [ -n "$before" ]; then point previous "$before"; else rm -f "$PREFIX/previous"; fi
  return 1
}
where_log() {
  if [ "$SERVICE" = systemd ]; then echo "journalctl --unit $UNIT"; else echo "$PREFIX/$1.log"; fi
}

# refuse_other_postgres RELEASE: the data folder has the major version of Postgres that the release brings.
refuse_other_postgres() {
  if [ -f "$DATA/postgres/PG_VERSION" ]; then
    kept=$(cat "$DATA/postgres/PG_VERSION")
    wanted=$(manifest_of "$1" POSTGRES)
    [ "$kept" = "$wanted" ] || die "The data is of Postgres $kept, and release $(manifest_of "$1" VERSION) has Postgres $wanted, which cannot read it."
  fi
}
# can_read_data_of READER WRITER: folders of releases.
can_read_data_of() {
  [ "$(manifest_of "$1" SCHEMA_STEPS)" -ge "$(manifest_of "$2" SCHEMA_OLDEST_READER)" ]
}

# The values that an installation was made with.
read_installation() {
  DATA=$(conf_of DATA)
  OWNER=$(conf_of OWNER)
  GROUP=$(conf_of GROUP)
  SETTINGS=$(conf_of SETTINGS)
  SERVICE=$(conf_of SERVICE)
}
need_its_owner() {
  [ -w "$PREFIX/releases" ] && [ -r "$SETTINGS" ] || die "Run this as root."
}
