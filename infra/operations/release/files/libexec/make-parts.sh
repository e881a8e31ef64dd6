# Makes the parts of a first installation, with notes of them (made_...) so that `install` can
# remove them again.

# The release becomes a folder of PREFIX, whole or not at all, owned by root where root installs it.
place_release() {
  mkdir -p "$PREFIX/releases"
  release=$PREFIX/releases/$VERSION
  made_release=$PREFIX/releases/.$VERSION.new
  rm -rf "$made_release"
  cp -RPp "$HERE" "$made_release"
  if [ "$(id -u)" = 0 ]; then chown -R 0:0 "$made_release"; fi
  chmod -R u+rwX,go+rX,go-w "$made_release"
  rm -rf "$release"
  mv "$made_release" "$release"
  made_release=$release
}

make_user() {
  if ! id "$OWNER" >/dev/null 2>&1; then
    [ "$(id -u)" = 0 ] || die "There is no user $OWNER."
    command -v useradd >/dev/null ||
      die "There is no user $OWNER and no useradd to make it: make it in another way, or name one with --user."
    made_user=yes
    useradd --system --user-group --home-dir "$DATA" --no-create-home --shell /usr/sbin/nologin "$OWNER" ||
      die "The user $OWNER could not be made."
  fi
  GROUP=$(id -gn "$OWNER")
}

make_data() {
  if [ ! -e "$DATA" ]; then
    made_data=made
    mkdir -p "$DATA"
  elif [ -z "$(ls -A "$DATA")" ]; then
    made_data=filled
  fi
  if [ "$(id -u)" = 0 ]; then chown -R "$OWNER:$GROUP" "$DATA"; fi
  chmod 700 "$DATA"
}

# A data folder with a key of its own keeps it. A new installation has its key in the settings, apart from the data.
make_settings() {
  [ ! -f "$SETTINGS" ] || return 0
  key='# MASTER_KEY is in the data folder: master.key'
  if [ ! -f "$DATA/master.key" ]; then
    key=MASTER_KEY=$("$HERE/node/bin/node" -p 'require("node:crypto").randomBytes(32).toString("base64")')
  fi
  made_settings=file
  if [ ! -d "$(dirname "$SETTINGS")" ]; then made_settings=folder; fi
  mkdir -p "$(dirname "$SETTINGS")"
  (
    umask 077
    sed -e "s|@PORT@|$PORT|" -e "s|@MASTER_KEY@|$key|" "$HERE/settings.env" >"$SETTINGS"
  )
}
