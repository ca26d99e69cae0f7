import { reactRouter } from "@react-router/dev/vite";
import { defineConfig, type EnvironmentOptions, type Plugin } from "vite";

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
  build: {
    rolldownOptions: {
      // The thread of an audit's reader loads only what it needs.
      input: { site: "./server/site.ts", "audit-parse": "./server/audit/parse-worker.ts" },
    },
  },
};

/**
 * The panel comes in three files, all of its tabs in them: they are loaded with the first one anyway (shell/shown.ts), and
 * as a hundred small modules they cost each page of it a third more work in the browser. What only some forms need (the
 * editor, the picture picker) stays a file of its own.
 */
const CLIENT: EnvironmentOptions = {
  build: {
    // In kB before compression, a quarter of it on the wire.
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "react", test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/ },
            { name: "icons", test: /node_modules[\\/]lucide-react[\\/]/ },
            { name: "panel", test: /[\\/]app[\\/](ui[\\/])?panel[\\/](?!picture-picker)/ },
          ],
        },
      },
    },
  },
};

/** V8 keeps a source with one letter beyond Latin-1 at two bytes for every letter: 3 MB in a process that serves. */
const asciiOnly: Plugin = {
  name: "ascii-only",
  apply: "build",
  applyToEnvironment: ({ name }) => name === "ssr",
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== "chunk") continue;
      // In strings, templates and expressions both spellings mean the same, but not where escapes are left as they are.
      if (/\braw`[^`]*[^\0-\x7f]/.test(chunk.code)) this.error("A raw template has letters beyond ASCII.");
      chunk.code = chunk.code.replace(/[^\0-\x7f]/g, escaped);
    }
  },
};

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;

export default defineConfig(({ command }) => ({
  plugins: [reactRouter(), asciiOnly],
  // The enhancement script of public pages is imported as `?worker&url`: one self-contained file.
  // Without the notes that builds leave each other on what has no effect.
  worker: { format: "es", rolldownOptions: { output: { comments: false } } },
  build: {
    assetsInlineLimit: 0,
    // How long each plugin took is for who works on the build, not for who starts the site.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  environments: { ...(command === "build" && { client: CLIENT, ssr: SERVER }) },
}));
