// Queues owner notices that aren't about an enquiry.
import { randomUUID } from "node:crypto";
import type { Config } from "../../platform/config.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { mailPage } from "../../platform/http/mail-page.ts";
import { escapeHtml } from "../../platform/text/plain-text.ts";
import { readSettings } from "../settings/queries.server.ts";
import { ownerEmails } from "./emails.server.ts";
import { oncePerDay } from "./once-per-day.server.ts";
import { readMailConfig } from "./settings.server.ts";
import { outgoing_mails } from "./table.server.ts";

type Notice = {
  subject: string;
  lines: (siteTitle: string) => string[];
  /** a path in the panel */
  link: { path: string; text: string };
};

/**
 * Adds one email per recipient to the outbox, within the caller's transaction.
 * @param of.to defaults to the owner
 * @param of.day at most one email for this day reaches a mailbox; by default, there's no limit
 */
export async function addOwnerNotice(
  tx: Database,
  config: Config,
  { subject, lines: linesOf, link: { path, text } }: Notice,
  { to, day }: { to?: string[]; day?: string } = {},
) {
  const settings = await readSettings(tx);
  const { hostname } = new URL(config.siteUrl);
  const link = `${config.siteUrl}/admin-control-panel-seoprozone${path}`;
  const lines = linesOf(settings.site_title);
  const mails = (to ?? ownerEmails(await readMailConfig(tx, config), settings)).map((recipient) => {
    const id = randomUUID();
    return {
      id,
      message_id: day ? oncePerDay("morning", recipient, day, hostname) : `<${id}@${hostname}>`,
      recipient,
      subject,
      text_body: [...lines, link, ""].join("\n\n"),
      html_body: mailPage(
        `${lines.map((line) => `<p>${escapeHtml(line).replaceAll("\n", "<br>\n")}</p>`).join("\n")}\n<p><a href="${escapeHtml(link)}">${text}</a></p>`,
      ),
    };
  });
  if (mails.length) await tx.insert(outgoing_mails).values(mails).onConflictDoNothing();
}
