#!/bin/sh
# Runs a command in a container. Gives the current user a name if necessary, because PostgreSQL needs one to create its
# database.
set -eu
if ! getent passwd "$(id -u)" >/dev/null; then
  names=$(mktemp -d)
  printf 'site:x:%s:%s::/data:/bin/sh\n' "$(id -u)" "$(id -g)" >"$names/passwd"
  printf 'site:x:%s:\n' "$(id -g)" >"$names/group"
  export NSS_WRAPPER_PASSWD="$names/passwd" NSS_WRAPPER_GROUP="$names/group" LD_PRELOAD=libnss_wrapper.so
fi
exec "$@"
