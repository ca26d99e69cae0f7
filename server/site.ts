import { enableCompileCache } from "node:module";
import path from "node:path";

// With V8's compiled code next to the build, each process starts 0.05 s faster.
if (import.meta.filename.endsWith(".js"))
  enableCompileCache(path.join(import.meta.dirname, "..", "compile-cache"));

const { runSite } = await import("./main.ts");
await runSite(import.meta.filename);
