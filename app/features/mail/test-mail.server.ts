// The Settings tab's test email: sent at once, bypassing the outbox, so that the owner sees the result.
import { randomUUID } from "node:crypto";
import { mailCard as words } from "../../copy/panel/mail.ts";
import type { Config } from "../../platform/config.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { countAttempt, type Limit } from "../../platform/database/rate-limit.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { type Delivery, openMailer } from "../../platform/http/mail.server.ts";
import { mailPage } from "../../platform/http/mail-page.ts";
import { escapeHtml } from "../../platform/text/plain-text.ts";
import { readSettings } from "../settings/queries.server.ts";
import { describeTrouble, mailSetupOf } from "./words.server.ts";

const LIMIT: Limit = { name: "test-mail", points: 5, seconds: 600 };
/** The owner is waiting; a server that takes longer is reported as slow. */
const ANSWER_MS = 20_000;
/** How many addresses of LEADS_TO are tried. */
const RECIPIENTS_MAX = 5;

export type TestedEmail = { to: string; isSent: boolean; words: string; said: string };

/**
 * Sends a test email to each recipient of notifications.
 * @returns the result for each
 * @throws Refused if the mail server or the address is missing, or too many were sent recently
 */
export async function sendTestMail(db: Database, config: Config): Promise<TestedEmail[]> {
  const settings = await readSettings(db);
  const setup = mailSetupOf(config, settings);
  const { missing } = words;
  const { from } = setup;
  if (!config.smtpUrl) throw new Refused({ "": missing.server });
  if (!setup.to.length || !from) throw new Refused({ "": missing.address });
  const seconds = await countAttempt(db, LIMIT, "");
  if (seconds > 0) throw new Refused({ "": words.tooMany(seconds) });

  const mailer = openMailer(config.smtpUrl);
  const text = words.text(settings.site_title);
  const { hostname } = new URL(config.siteUrl);
  return Promise.all(
    setup.to.slice(0, RECIPIENTS_MAX).map(async (to) => {
      const mail = {
        messageId: `<test-${randomUUID()}@${hostname}>`,
        from: { name: settings.site_title, address: from },
        to,
        replyTo: "",
        subject: words.subject(settings.site_title),
        text: `${text}\n`,
        html: mailPage(`<p>${escapeHtml(text)}</p>`),
      };
      return describe(to, await mailer.send(mail, AbortSignal.timeout(ANSWER_MS)), setup.server);
    }),
  );
}

function describe(to: string, delivery: Delivery, server: string | null): TestedEmail {
  if (delivery.outcome === "sent") return { to, isSent: true, words: words.sent(to), said: "" };
  const { trouble, reason } = delivery;
  const described = describeTrouble({ recipient: to, trouble, last_error: reason }, { server });
  return { to, isSent: false, words: described?.words ?? "", said: described?.said ?? "" };
}
