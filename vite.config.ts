import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type EnvironmentOptions } from "vite";

/**
 * The server's programs, with everything they need in as many files as they share: reading packages from their own
 * hundreds of files takes a second and 150 MB more. What a program may never need is imported where it is used.
 */
const SERVER: EnvironmentOptions = {
  resolve: {
    noExternal: true,
    // It brings a library that only its own package finds.
    external: ["sharp"],
  },
  define: { "process.env.NODE_ENV": '"production"' },
  build: { rolldownOptions: { input: { site: "./server/site.ts" } } },
};

export default defineConfig(({ command }) => ({
  // Vite makes the styles small; done twice, prefixed declarations double.
  plugins: [tailwindcss({ optimize: false }), reactRouter()],
  // The enhancement script of public pages is imported as `?worker&url`: one self-contained file.
  worker: { format: "es" },
  build: { assetsInlineLimit: 0 },
  environments: { ...(command === "build" && { ssr: SERVER }) },
}));
