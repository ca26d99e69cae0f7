// Emails that notify the owner of a problem with scheduled changes.
import { randomUUID } from "node:crypto";
import { scheduleMail as words } from "../../copy/schedule-mail.ts";
import type { Config } from "../../platform/config.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { mailPage } from "../../platform/http/mail-page.ts";
import { escapeHtml } from "../../platform/text/plain-text.ts";
import { ownerEmails } from "../mail/emails.server.ts";
import { readMailConfig } from "../mail/settings.server.ts";
import { outgoing_mails } from "../mail/table.server.ts";
import { readSettings } from "../settings/queries.server.ts";

export type Happened = keyof Omit<typeof words, "link">;

/**
 * Adds a notice for each of the owner's email addresses to the outbox, within the caller's transaction.
 * @param reason what was rejected, or which fields stay, as a sentence
 */
export async function notifyOwner(tx: Database, config: Config, happened: Happened, reason: string) {
  const settings = await readSettings(tx);
  const { hostname } = new URL(config.siteUrl);
  const link = `${config.siteUrl}/admin-control-panel-seoprozone/changes`;
  const { subject, intro, next } = words[happened];
  const lines = [intro(settings.site_title), reason, next];
  const mails = ownerEmails(await readMailConfig(tx, config), settings).map((recipient) => {
    const id = randomUUID();
    return {
      id,
      message_id: `<${id}@${hostname}>`,
      recipient,
      subject,
      text_body: [...lines, link, ""].join("\n\n"),
      html_body: mailPage(
        `${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join("\n")}\n<p><a href="${escapeHtml(link)}">${words.link}</a></p>`,
      ),
    };
  });
  if (mails.length) await tx.insert(outgoing_mails).values(mails);
}
