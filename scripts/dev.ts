// `npm run dev`: runs the site with Vite and hot reload.
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer } from "vite";
import { readConfig } from "../app/platform/config.server.ts";
import type { Served } from "../server/serving.ts";

// React reads NODE_ENV when it's imported.
process.env.NODE_ENV = "development";

type App = typeof import("../server/app.ts");
type Listener = (req: IncomingMessage, res: ServerResponse) => void;

const { runUntilStopped } = await import("../server/main.ts");
const { startInOneProcess } = await import("../server/one-process.ts");
await runUntilStopped((stop) => startInOneProcess(readConfig(), stop, load));

async function load(served: Served, server: Server): Promise<Listener> {
  const vite = await createServer({ server: { middlewareMode: true, hmr: { server } } });
  let loaded: { createApp: App["createApp"]; listener: Listener } | undefined;

  const answer = async (req: IncomingMessage, res: ServerResponse) => {
    const { createApp } = (await vite.ssrLoadModule("./server/app.ts")) as App;
    // After a source has changed, Vite returns a new module.
    if (loaded?.createApp !== createApp) {
      loaded = { createApp, listener: createApp(served, null) };
    }
    loaded.listener(req, res);
  };
  return (req, res) => {
    vite.middlewares(req, res, () => {
      answer(req, res).catch((error: Error) => {
        vite.ssrFixStacktrace(error);
        served.log.error({ err: error }, "The source files couldn't be loaded");
        res.statusCode = 500;
        res.end(error.stack);
      });
    });
  };
}
