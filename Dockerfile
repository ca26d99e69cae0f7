# The site as one image, with the same contents as a release's archive. docs/deploy.md has the recipe, and compose.yml
# the settings. Runs as any user, with a read-only root file system and a volume at /data.
FROM --platform=$BUILDPLATFORM node:24.21.0-trixie-slim AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --omit=dev --include=optional --no-audit --no-fund
COPY . .
# The commit's date, for the files' dates; and the image's processor, which the build's may differ from.
ARG SOURCE_DATE_EPOCH TARGETARCH
RUN node bootstrap.mjs --no-install scripts/release/archive.ts --folder /app "${TARGETARCH:+linux-$TARGETARCH}"

FROM node:24.21.0-trixie-slim
# PostgreSQL only creates its database as a user with a name, but a container can run as any user ID. The fonts draw
# text in uploaded SVGs.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends libnss-wrapper fontconfig fonts-dejavu-core \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --uid 10001 --home-dir /data --shell /usr/sbin/nologin seo-pro-zone \
  && install --directory --owner=10001 --group=0 --mode=0770 /data
WORKDIR /app
COPY --from=build /app ./
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER 10001
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/healthz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
ENTRYPOINT ["/app/scripts/container.sh"]
CMD ["node", "start.mjs"]
