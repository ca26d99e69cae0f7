// Short emails that notify the owner of something other than an enquiry.
import { randomUUID } from "node:crypto";
import type { Config } from "../../platform/config.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { mailPage } from "../../platform/http/mail-page.ts";
import { escapeHtml } from "../../platform/text/plain-text.ts";
import { readSettings } from "../settings/queries.server.ts";
import { ownerEmails } from "./emails.server.ts";
import { readMailConfig } from "./settings.server.ts";
import { outgoing_mails } from "./table.server.ts";

type Notice = {
  subject: string;
  /** @param siteTitle for the text */
  lines: (siteTitle: string) => string[];
  /** a path in the panel, and the link's text in HTML */
  link: { path: string; text: string };
};

/**
 * Adds a notice to the outbox, within the caller's transaction: an email for each recipient.
 * @param to the recipients instead of the owner's email addresses
 */
export async function addOwnerNotice(
  tx: Database,
  config: Config,
  { subject, lines: linesOf, link: { path, text } }: Notice,
  to?: string[],
) {
  const settings = await readSettings(tx);
  const { hostname } = new URL(config.siteUrl);
  const link = `${config.siteUrl}/admin-control-panel-seoprozone${path}`;
  const lines = linesOf(settings.site_title);
  const mails = (to ?? ownerEmails(await readMailConfig(tx, config), settings)).map((recipient) => {
    const id = randomUUID();
    return {
      id,
      message_id: `<${id}@${hostname}>`,
      recipient,
      subject,
      text_body: [...lines, link, ""].join("\n\n"),
      html_body: mailPage(
        `${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join("\n")}\n<p><a href="${escapeHtml(link)}">${text}</a></p>`,
      ),
    };
  });
  if (mails.length) await tx.insert(outgoing_mails).values(mails);
}
