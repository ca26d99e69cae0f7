// `npm run dev`: the same start, with Vite serving the sources and reloading what changes.
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "vite";

// Before anything loads React, which reads it once.
process.env.NODE_ENV = "development";
// Vite keeps its modules in one process.
process.env.WEB_CONCURRENCY = "1";

type App = typeof import("../server/app.ts");
type Listener = (req: IncomingMessage, res: ServerResponse) => void;

const { runSite } = await import("../server/main.ts");
await runSite(async (served, server) => {
  const vite = await createServer({ server: { middlewareMode: true, hmr: { server } } });
  let loaded: { createApp: App["createApp"]; listener: Listener } | undefined;

  const answer = async (req: IncomingMessage, res: ServerResponse) => {
    const { createApp } = (await vite.ssrLoadModule("./server/app.ts")) as App;
    // A changed source makes a new module.
    if (loaded?.createApp !== createApp) {
      loaded = { createApp, listener: createApp(served, { clientFiles: null }) };
    }
    loaded.listener(req, res);
  };
  return (req, res) => {
    vite.middlewares(req, res, () => {
      answer(req, res).catch((error: Error) => {
        vite.ssrFixStacktrace(error);
        served.log.error({ err: error }, "The sources could not be loaded");
        res.statusCode = 500;
        res.end(error.stack);
      });
    });
  };
});
