// Describes the state of email for the panel.
import { mailStates, troubleWords } from "../../copy/panel/mail.ts";
import { mailServerOf } from "../../platform/http/mail.server.ts";
import { mailTroubleOf } from "../../platform/http/mail-trouble.ts";
import { shortTime } from "../../platform/time/dates.ts";
import { isSampleEmail } from "../settings/rules.ts";
import { ownerEmails, senderEmail } from "./emails.server.ts";
import type { Outgoing } from "./recipients.server.ts";
import type { MailConfig } from "./settings.server.ts";

/** `to` is empty if there's no recipient. `from` and `server` are null if they aren't set. */
export type MailSetup = {
  to: string[];
  from: string | null;
  /** as `host:port` */
  server: string | null;
  isVariable: boolean;
  isPasswordLost: boolean;
  isSample: boolean;
};

/** Returns who email goes to and comes from. */
export function mailSetupOf(config: MailConfig, settings: { contact_email?: string }): MailSetup {
  const to = ownerEmails(config, settings);
  return {
    to,
    from: senderEmail(config, settings, to[0] ?? null),
    server: config.smtpUrl ? mailServerOf(config.smtpUrl) : null,
    isVariable: !config.isSaved,
    isPasswordLost: config.isPasswordLost ?? false,
    isSample: isSampleEmail(settings.contact_email ?? ""),
  };
}

/** `said` is the mail server's reply, or empty. */
type TroubleWords = { words: string; said: string };

/** Returns null if nothing is wrong. */
export function describeTrouble(
  mail: Pick<Outgoing, "recipient" | "trouble" | "last_error">,
  { server, isVariable }: Pick<MailSetup, "server" | "isVariable">,
): TroubleWords | null {
  const { recipient, trouble, last_error: said } = mail;
  if (!trouble && !said) return null;
  const where = { server: server ?? "the mail server", recipient: recipient ?? "", isVariable };
  return { words: troubleWords[mailTroubleOf(trouble)](where), said };
}

type Shown = Pick<Outgoing, "kind" | "status" | "recipient" | "next_try_at"> &
  Pick<Outgoing, "trouble" | "refusals" | "held_for">;

/** Returns an email's state, without the reason. */
export function mailStateOf(
  mail: Shown,
  { server, to, isPasswordLost }: MailSetup,
  timeZone: string,
): string {
  const { status, recipient } = mail;
  if (status === "sent") {
    const isTogether = recipient !== null && mail.held_for === recipient;
    return isTogether ? mailStates.sentTogether(recipient) : mailStates.sent(recipient ?? "");
  }
  // Older rows have no `trouble`.
  if (status === "refused")
    return mail.trouble && mail.refusals === 0 ? mailStates.givenUp : mailStates.refused;
  if (!server) return isPasswordLost ? mailStates.passwordLost : mailStates.noServer;
  if (mail.kind === "notice" && to.length === 0) return mailStates.noAddress;
  if (mail.next_try_at.getTime() <= Date.now()) return mailStates.due;
  const next = shortTime(mail.next_try_at, timeZone);
  return mail.trouble === "held" ? mailStates.held(next) : mailStates.waiting(next);
}
