// The sender and recipients of email to the owner: LEADS_TO, the settings and the login of the mail server.
import { isEmail, loginEmail } from "../../platform/http/mail.server.ts";
import { isSampleEmail } from "../settings/rules.ts";
import type { MailConfig } from "./settings.server.ts";

type Addresses = Pick<MailConfig, "leadsTo" | "smtpUrl" | "senderEmail">;
type Contact = { contact_email?: string };

/**
 * Returns the recipients of notifications (CONTRACT, LEADS_TO): the addresses of LEADS_TO, else those in the email
 * settings, else the contact email unless it's the sample one. Without duplicates.
 * @param config from `readMailConfig`
 */
export function ownerEmails({ leadsTo }: Addresses, settings: Contact): string[] {
  const recipients = leadsTo ?? ownContact(settings) ?? "";
  const all = recipients.split(",").map((one) => one.trim());
  return [...new Map(all.filter(isEmail).map((one) => [one.toLowerCase(), one])).values()];
}

/** Returns the contact email if it's the owner's own. */
export function ownContact({ contact_email = "" }: Contact): string | null {
  return isEmail(contact_email) && !isSampleEmail(contact_email) ? contact_email : null;
}

/**
 * Returns the sender, which is always the owner's address, never the visitor's, because mail servers reject email
 * in someone else's name: the one in the settings, else the login if it's an address, else the contact email, else
 * a recipient of notifications.
 * @param owner the recipient if that's the owner, null for a visitor
 */
export function senderEmail(config: Addresses, settings: Contact, owner: string | null): string | null {
  const login = config.smtpUrl && loginEmail(config.smtpUrl);
  return (
    config.senderEmail ||
    login ||
    ownContact(settings) ||
    owner ||
    (config.leadsTo?.split(", ").find(isEmail) ?? null)
  );
}
