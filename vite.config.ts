import { reactRouter } from "@react-router/dev/vite";
import { defineConfig, type EnvironmentOptions, type Plugin } from "vite";

/**
 * The server's programs, bundled with everything they need into a few shared files: reading packages from their own
 * hundreds of files takes a second and 150 MB more. What a program may never need is imported where it's used.
 */
const SERVER: EnvironmentOptions = {
  resolve: {
    noExternal: true,
    // It contains a library that only its own package can find.
    external: ["sharp"],
  },
  define: { "process.env.NODE_ENV": '"production"' },
  build: {
    rolldownOptions: {
      // The audit's parser thread loads only what it needs.
      input: { site: "./server/site.ts", "audit-parse": "./server/audit/parse-worker.ts" },
    },
  },
};

/**
 * The panel consists of three files with all of its tabs: they're loaded with the first one anyway (shell/shown.ts),
 * and as a hundred small modules they'd cost each page a third more work in the browser. What only some forms need (the
 * editor, the image picker) stays a separate file.
 */
const CLIENT: EnvironmentOptions = {
  build: {
    // In kB before compression; a quarter of that is transferred.
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "react", test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/ },
            { name: "icons", test: /node_modules[\\/]lucide-react[\\/]/ },
            { name: "panel", test: /[\\/]app[\\/](ui[\\/])?panel[\\/](?!image-picker)/ },
          ],
        },
      },
    },
  },
};

/** V8 stores a source with a single character beyond Latin-1 at two bytes per character: 3 MB in a serving process. */
const asciiOnly: Plugin = {
  name: "ascii-only",
  apply: "build",
  applyToEnvironment: ({ name }) => name === "ssr",
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== "chunk") continue;
      // Both spellings mean the same in strings, templates and expressions, but not where escapes stay raw.
      if (/\braw`[^`]*[^\0-\x7f]/.test(chunk.code)) this.error("A raw template has letters beyond ASCII.");
      chunk.code = chunk.code.replace(/[^\0-\x7f]/g, escaped);
    }
  },
};

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;

export default defineConfig(({ command }) => ({
  plugins: [reactRouter(), asciiOnly],
  // The enhancement script of public pages is imported as `?worker&url`: one self-contained file. Its output has no
  // comments: bundlers leave some about code without side effects.
  worker: { format: "es", rolldownOptions: { output: { comments: false } } },
  build: {
    assetsInlineLimit: 0,
    // Plugin timings are for people who work on the build, not for those who start the site.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  environments: { ...(command === "build" && { client: CLIENT, ssr: SERVER }) },
}));
