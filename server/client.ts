// The client files that the build produced.
import * as build from "virtual:react-router/server-build";
import type { Config } from "../app/platform/config.server.ts";
import { folderAbove } from "../app/platform/folder-above.server.ts";
import { criticalCssInliner } from "./critical-css/inline.ts";
import { headersOfAll } from "./http/security-headers.ts";
import { StaticFiles } from "./http/static-files.ts";

/** The client files, and the function that inlines the CSS that a page needs. */
export type Client = { files: StaticFiles; inlineCriticalCss: ReturnType<typeof criticalCssInliner> };

/** The layout route of the public pages; its style sheets are parsed up front. */
const PUBLIC_PAGES = "pages/layout";

/** Reads the built client. A process does this while the database is still starting. */
export function readClient(config: Config): Client {
  const files = new StaticFiles(folderAbove("client"), headersOfAll(config));
  const sheets = build.assets.routes[PUBLIC_PAGES]?.css;
  return { files, inlineCriticalCss: criticalCssInliner((address) => files.text(address), sheets) };
}
