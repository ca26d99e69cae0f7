import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // Names each bundle after its entry in vite.config.ts.
  serverBuildFile: "[name].js",
  // scripts/build.ts moves a complete build into place.
  buildDirectory: process.env.BUILD_DIRECTORY ?? "build",
  // Lazy discovery would add a manifest endpoint, which could be poisoned, and the panel is small.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
