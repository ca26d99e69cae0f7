import fs from "node:fs";
import path from "node:path";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig, type EnvironmentOptions, type Plugin } from "vite";

/** The owner's commands, so that a release runs them without the sources and their packages. */
const COMMANDS = Object.fromEntries(
  ["access", "backup", "doctor", "restore"].map((name) => [name, `./scripts/${name}.ts`]),
);

/**
 * Bundles packages, because loading hundreds of files takes a second and 150 MB more. Optional code is imported where
 * it's used.
 */
const SERVER: EnvironmentOptions = {
  resolve: {
    noExternal: true,
    // sharp contains a library that only its own package can find.
    external: ["sharp"],
  },
  define: { "process.env.NODE_ENV": '"production"' },
  build: {
    rolldownOptions: {
      // The parser thread loads only its own code.
      input: { site: "./server/site.ts", "audit-parse": "./server/audit/parse-worker.ts", ...COMMANDS },
    },
  },
};

/**
 * The panel's tabs load together (shell/shown.ts), so they're bundled. As separate small modules, they'd
 * cost the browser a third more work. Parts that few days need stay separate, and so does the editor.
 */
const SELDOM = [
  ...["image-picker", "image-crop", "import/", "webhooks/", "account/", "content/replace", "people/"],
  ...["redirects/", "page-checks/"],
];
const PANEL = new RegExp(`/app/(ui/)?panel/(?!${SELDOM.join("|")})`.replaceAll("/", "[\\\\/]"));

const CLIENT: EnvironmentOptions = {
  build: {
    // In kB before compression. The panel's file has 953.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "react", test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/ },
            { name: "icons", test: /node_modules[\\/]lucide-react[\\/]/ },
            { name: "panel", test: PANEL },
          ],
        },
      },
    },
  },
};

/** One character beyond Latin-1 makes V8 store the whole file in two bytes per character: 3 MB per serving process. */
const asciiOnly: Plugin = {
  name: "ascii-only",
  apply: "build",
  applyToEnvironment: ({ name }) => name === "ssr",
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== "chunk") continue;
      // Escapes mean the same as the characters, except in raw templates.
      if (/\braw`[^`]*[^\0-\x7f]/.test(chunk.code)) this.error("A raw template has letters beyond ASCII.");
      chunk.code = chunk.code.replace(/[^\0-\x7f]/g, escaped);
    }
  },
};

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** The server's code names the folder it was built in, which nothing reads. Two builds of the same sources are equal. */
const nameless: Plugin = {
  name: "nameless",
  apply: "build",
  transform: {
    filter: { id: /virtual:react-router\/server-build/ },
    handler: (code) => code.replace(/(assetsBuildDirectory = )"[^"]*"/, '$1"client"'),
  },
};

/** Lists the folders of the packages in the build, for a release's bill of materials. */
const listPackages: Plugin = {
  name: "list-packages",
  apply: "build",
  writeBundle({ dir = "" }, bundle) {
    const files = Object.values(bundle).flatMap((output) =>
      output.type === "asset"
        ? output.originalFileNames
        : Object.entries(output.modules).flatMap(([id, { renderedLength }]) => (renderedLength ? [id] : [])),
    );
    const folders = files.flatMap((file) =>
      file.startsWith("\0vite/")
        ? ["node_modules/vite"]
        : (file.match(/(?<![^/])node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+/) ?? []),
    );
    const file = path.join(dir, "..", `packages-${this.environment.name}.txt`);
    fs.writeFileSync(file, `${[...new Set(folders)].sort().join("\n")}\n`);
  },
};

export default defineConfig(({ command }) => ({
  plugins: [reactRouter(), asciiOnly, nameless, listPackages],
  // `?worker&url` makes the public pages' script one self-contained file.
  worker: { format: "es", rolldownOptions: { output: { comments: false } } },
  build: {
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      // Doesn't compile the hundreds of icons and components that nothing imports: a fifth of the work.
      experimental: { lazyBarrel: true },
      // Plugin timings don't concern people who start the site.
      checks: { bundlerTimings: false },
    },
  },
  environments: { ...(command === "build" && { client: CLIENT, ssr: SERVER }) },
}));
