#!/bin/sh
# Builds the image and tries it with a read-only root file system, without capabilities, as a user without a name:
#   scripts/release/try-image.sh           with Docker
#   scripts/release/try-image.sh debian    without: the image's contents on Debian 13's packages and this Node. Run it
#                                          as root; it needs mmdebstrap, bubblewrap and setpriv.
set -eu
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
user=54321
port=4780
site=http://127.0.0.1:$port
settings="SEED=demo ADMIN_PASSWORD=correct-horse-battery AUDIT=off"

if [ "${1:-docker}" = docker ]; then
  docker build --build-arg SOURCE_DATE_EPOCH="$(git log -1 --format=%ct)" --tag seo-pro-zone:try .
  docker image inspect --format 'Image: {{.Size}} bytes, unpacked' seo-pro-zone:try
  start() {
    docker run --detach --name seo-pro-zone-try --user "$user:0" --read-only --tmpfs /tmp --cap-drop ALL \
      --security-opt no-new-privileges --publish "127.0.0.1:$port:3000" --volume seo-pro-zone-try:/data \
      $(printf -- '--env %s ' $settings) seo-pro-zone:try >"$work/id"
  }
  inside() { docker exec seo-pro-zone-try /app/scripts/container.sh "$@"; }
  stop() { docker stop --time 15 seo-pro-zone-try >/dev/null && docker rm --volumes seo-pro-zone-try >/dev/null; }
else
  packages=$(sed -n 's/.*--no-install-recommends \(.*\) \\/\1/p' Dockerfile)
  mmdebstrap --quiet --variant=minbase --include="$(echo "$packages libstdc++6" | tr ' ' ,)" \
    --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
    --dpkgopt='path-exclude=/usr/share/locale/*' trixie "$work/root" "${DEBIAN:-http://deb.debian.org/debian}"
  rm -rf "$work/root/var/lib/apt/lists" "$work/root/var/cache/apt"
  chmod 755 "$work"
  mkdir "$work/root/data" "$work/root/app"
  # As the image's own folder, which a new volume is a copy of.
  install --directory --owner=10001 --group=0 --mode=0770 "$work/data"
  install "$(node -p process.execPath)" "$work/root/usr/local/bin/node"
  node bootstrap.mjs scripts/release/archive.ts --folder "$work/root/app"
  echo "Image: $(tar -C "$work/root" -c . | gzip -9 | wc -c) bytes, compressed"
  inside() {
    # shellcheck disable=SC2086
    setpriv --reuid="$user" --regid=0 --clear-groups --no-new-privs env -i PATH=/usr/local/bin:/usr/bin:/bin \
      NODE_ENV=production HOST=0.0.0.0 PORT="$port" DATA_DIR=/data $settings \
      bwrap --ro-bind "$work/root" / --bind "$work/data" /data --tmpfs /tmp --proc /proc --dev /dev \
      --chdir /app --cap-drop ALL /app/scripts/container.sh "$@"
  }
  start() {
    inside node start.mjs >"$work/log" 2>&1 &
    running=$!
  }
  stop() {
    kill "$(pgrep --newest --uid "$user" --full 'node start.mjs|scripts/serve.mjs')"
    wait "$running"
  }
fi

end() {
  code=$?
  if [ $code != 0 ]; then cat "$work/log" 2>/dev/null || docker logs seo-pro-zone-try; fi
  stop 2>/dev/null || true
  rm -rf "$work"
  exit $code
}
trap end EXIT

began=$(date +%s%3N)
start
until [ "$(curl --silent --output /dev/null --write-out '%{http_code}' "$site/")" = 200 ]; do
  [ $(($(date +%s%3N) - began)) -lt 120000 ]
done
echo "First response 200: $(($(date +%s%3N) - began)) ms after the start"
for path in / /contact /blog /services /case-studies /share/home.png /sitemap.xml /healthz; do
  curl --fail --silent --show-error --output /dev/null "$site$path"
done
if [ -r /proc/self/smaps_rollup ]; then
  for process in $(pgrep --uid "$user"); do cat "/proc/$process/smaps_rollup" 2>/dev/null || true; done |
    awk '/^Pss:/ { sum += $2; n++ } END { printf "Memory: %d MB (PSS of %d processes)\n", sum / 1024, n }'
fi
inside node --input-type=module --eval '
  import sharp from "sharp";
  const draw = (text) => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="99" height="40"><text y="30">${text}</text></svg>`);
  const { channels } = await sharp(draw("Text")).stats();
  if (channels[3].max === 0) throw new Error("No font draws text in SVGs.");'
inside node start.mjs backup /data/try.backup
inside node start.mjs backup --verify /data/try.backup
inside sh -c 'if touch /app/x 2>/dev/null; then echo "The root file system is writable." >&2; exit 1; fi; id'
stopped=$(date +%s%3N)
stop
echo "Stopped cleanly in $(($(date +%s%3N) - stopped)) ms"
trap - EXIT
rm -rf "$work"
