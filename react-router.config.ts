import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // Only the panel is hydrated and it is small: no manifest endpoint to serve or to poison.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
