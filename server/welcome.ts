// What the start says to the person who waits for it.
import type { Config } from "../app/platform/config.server.ts";
import { PANEL } from "./routed-path.ts";

/**
 * Where the site is, on standard output, once it serves.
 * @param password the panel's, where it was made just now
 */
export function welcome(config: Config, password: string | undefined) {
  const { host, port, siteUrl, dataDir } = config;
  const listensAt = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  const lines = [
    "",
    "SEO Pro Zone is running.",
    `  Site           ${siteUrl}`,
    `  Control panel  ${siteUrl}${PANEL}`,
  ];
  if (siteUrl !== `http://localhost:${port}`) lines.push(`  Listening at   ${listensAt}`);
  if (password) lines.push(`  Password       ${password}  (shown once; kept in ${dataDir}/admin-password)`);
  if (!config.smtpUrl) {
    lines.push(
      "  Mail           SMTP_URL is not set: mail waits in the outbox, visible in the control panel.",
    );
  }
  process.stdout.write(`${lines.join("\n")}\n\n`);
}
