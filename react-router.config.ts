import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // Each of the server's programs keeps its name from vite.config.ts.
  serverBuildFile: "[name].js",
  // The production build is made in a separate folder and moved into place when complete (scripts/build.ts).
  buildDirectory: process.env.BUILD_DIRECTORY ?? "build",
  // Only the panel hydrates, and it's small: it needs no manifest endpoint, which could be poisoned.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
