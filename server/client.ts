import * as build from "virtual:react-router/server-build";
import type { Config } from "../app/platform/config.server.ts";
import { folderAbove } from "../app/platform/folder-above.server.ts";
import { criticalCssInliner } from "./critical-css/inline.ts";
import { headersOfAll } from "./http/security-headers.ts";
import { StaticFiles } from "./http/static-files.ts";

export type Client = { files: StaticFiles; inlineCriticalCss: ReturnType<typeof criticalCssInliner> };

/** The public pages' style sheets are parsed up front. */
const PUBLIC_PAGES = "pages/layout";

/** Reads the built client. Doesn't need the database. */
export function readClient(config: Config): Client {
  const files = new StaticFiles(folderAbove("client"), headersOfAll(config));
  const sheets = build.assets.routes[PUBLIC_PAGES]?.css;
  return { files, inlineCriticalCss: criticalCssInliner((address) => files.text(address), sheets) };
}
