import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

export default defineConfig({
  // Vite makes the styles small; done twice, prefixed declarations double.
  plugins: [tailwindcss({ optimize: false }), reactRouter()],
  // The enhancement script of public pages is imported as `?worker&url`: one self-contained file.
  worker: { format: "es" },
  build: { assetsInlineLimit: 0 },
  environments: {
    ssr: { build: { rollupOptions: { input: "./server/app.ts" } } },
  },
});
