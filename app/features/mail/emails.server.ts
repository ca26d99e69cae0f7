import { isEmail, loginEmail } from "../../platform/http/mail.server.ts";
import { isSampleEmail } from "../settings/rules.ts";
import type { MailConfig } from "./settings.server.ts";

type Addresses = Pick<MailConfig, "leadsTo" | "smtpUrl" | "senderEmail">;
type Contact = { contact_email?: string };

/** Returns LEADS_TO, else the recipients in the settings, else the owner's contact email (CONTRACT). */
export function ownerEmails({ leadsTo }: Addresses, settings: Contact): string[] {
  const recipients = leadsTo ?? ownContact(settings) ?? "";
  const all = recipients.split(",").map((one) => one.trim());
  return [...new Map(all.filter(isEmail).map((one) => [one.toLowerCase(), one])).values()];
}

/** Returns null if the contact email is invalid or the sample one. */
export function ownContact({ contact_email = "" }: Contact): string | null {
  return isEmail(contact_email) && !isSampleEmail(contact_email) ? contact_email : null;
}

/**
 * Returns the address to send from. It's never a visitor's, which mail servers would reject.
 * @param owner the recipient, or null if the recipient is a visitor
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
