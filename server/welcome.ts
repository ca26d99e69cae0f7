import { PASSWORD_CHARS } from "../app/features/first-steps/steps.ts";
import type { Config } from "../app/platform/config.server.ts";
import { PANEL } from "./http/panel-path.ts";
import { timeSoFar } from "./start-progress.ts";

/**
 * Prints the site's URLs and warnings once the site is running.
 * @param password the panel's, if it was just created
 */
export function welcome(config: Config, password: string | undefined) {
  const { host, port, siteUrl, dataDir } = config;
  const listensAt = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  const lines = [
    "",
    `SEO Pro Zone is running${timeSoFar()}.`,
    `  Site           ${siteUrl}`,
    `  Control panel  ${siteUrl}${PANEL}`,
  ];
  if (config.heldSocket !== undefined) lines.push("  Listening on   the socket from systemd (ListenStream=)");
  else if (siteUrl !== `http://localhost:${port}`) lines.push(`  Listening on   ${listensAt}`);
  if (password) {
    lines.push(`  Password       ${password}  (shown once; saved in ${dataDir}/admin-password)`);
    // The output may end up in a log.
    if (!process.stdout.isTTY)
      lines.push("                 If others can read this output, change it on the Settings tab.");
  }
  if (!config.smtpUrl) {
    lines.push(
      "  Email          SMTP_URL isn't set, so the control panel's settings apply (Settings, Email).",
    );
  }
  for (const warning of warningsOf(config)) lines.push(`  Warning        ${warning}`);
  process.stdout.write(`${lines.join("\n")}\n\n`);
}

/** Returns warnings about probable mistakes. */
function warningsOf({ adminPassword, trustProxy, siteUrl, port }: Config): string[] {
  const warnings: string[] = [];
  if (adminPassword !== undefined && [...adminPassword].length < PASSWORD_CHARS) {
    warnings.push(
      `ADMIN_PASSWORD has fewer than ${PASSWORD_CHARS} characters: it's easy to guess. Choose a longer one.`,
    );
  }
  if (trustProxy > 0 && siteUrl === `http://localhost:${port}`) {
    warnings.push(
      "SITE_URL is not set, but there's a proxy: links in emails, feeds and search results point to localhost.",
    );
  }
  return warnings;
}
