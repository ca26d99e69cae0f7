import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // Each of the server's programs is called as it is in vite.config.ts.
  serverBuildFile: "[name].js",
  // The production build is made aside and moved into place whole (scripts/build.ts).
  buildDirectory: process.env.BUILD_DIRECTORY ?? "build",
  // Only the panel is hydrated and it is small: no manifest endpoint to serve or to poison.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
