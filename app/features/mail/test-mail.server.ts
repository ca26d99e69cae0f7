// Sends the Settings tab's test email, bypassing the outbox.
import { randomUUID } from "node:crypto";
import { demo } from "../../copy/panel/demo.ts";
import { testMail as words } from "../../copy/panel/mail.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { countAttempt, type Limit } from "../../platform/database/rate-limit.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { type Delivery, openMailer } from "../../platform/http/mail.server.ts";
import { mailPage } from "../../platform/http/mail-page.ts";
import { escapeHtml } from "../../platform/text/plain-text.ts";
import { readSettings } from "../settings/queries.server.ts";
import type { MailConfig } from "./settings.server.ts";
import { describeTrouble, type MailSetup, mailSetupOf } from "./words.server.ts";

/** More tries are allowed when saving, because that's when a mistyped password shows up. */
const LIMITS = {
  button: { name: "test-mail", points: 5, seconds: 600 },
  save: { name: "test-mail-save", points: 20, seconds: 600 },
} satisfies Record<string, Limit>;
/** The owner is waiting for the result. */
const ANSWER_MS = 20_000;
const RECIPIENTS_MAX = { button: 5, save: 1 };

export type TestedEmail = { to: string; isSent: boolean; words: string; said: string };

/**
 * Sends a test email to the recipients of notifications: to at most five, or to one when saving.
 * @param config from `readMailConfig`, or as typed
 * @throws Refused if the mail server or the address is missing, or too many were sent recently
 */
export async function sendTestMail(
  db: Database,
  config: MailConfig,
  by: keyof typeof LIMITS,
): Promise<TestedEmail[]> {
  if (config.demo) throw new Refused({ "": demo.noEmail });
  const settings = await readSettings(db);
  const setup = mailSetupOf(config, settings);
  const { missing } = words;
  const { from } = setup;
  if (!config.smtpUrl) throw new Refused({ "": missing.server });
  if (!setup.to.length || !from) throw new Refused({ "": missing.address });
  const seconds = await countAttempt(db, LIMITS[by], "");
  if (seconds > 0) throw new Refused({ "": words.tooMany(seconds) });

  const mailer = openMailer(config.smtpUrl);
  const text = words.text(settings.site_title);
  const { hostname } = new URL(config.siteUrl);
  return Promise.all(
    setup.to.slice(0, RECIPIENTS_MAX[by]).map(async (to) => {
      const mail = {
        messageId: `<test-${randomUUID()}@${hostname}>`,
        from: { name: config.senderName || settings.site_title, address: from },
        to,
        replyTo: "",
        subject: words.subject(settings.site_title),
        text: `${text}\n`,
        html: mailPage(`<p>${escapeHtml(text)}</p>`),
      };
      return describe(to, await mailer.send(mail, AbortSignal.timeout(ANSWER_MS)), setup);
    }),
  );
}

function describe(to: string, delivery: Delivery, setup: MailSetup): TestedEmail {
  if (delivery.outcome === "sent") return { to, isSent: true, words: words.sent(to), said: "" };
  const { trouble, reason } = delivery;
  const described = describeTrouble({ recipient: to, trouble, last_error: reason }, setup);
  return { to, isSent: false, words: described?.words ?? "", said: described?.said ?? "" };
}
