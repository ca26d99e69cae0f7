// The sender and the recipients of mail to the owner: LEADS_TO, the contact email, the login of SMTP_URL.
import type { Config } from "../../platform/config.server.ts";
import { isEmail, loginEmail } from "../../platform/http/mail.server.ts";
import { isSampleEmail } from "../settings/rules.ts";

type Addresses = Pick<Config, "leadsTo" | "smtpUrl">;
type Contact = { contact_email?: string };

/**
 * The recipients of notices (CONTRACT, LEADS_TO): the addresses of LEADS_TO, whatever they are, else the contact email,
 * unless it is still the demo content's. Different addresses only.
 */
export function ownerEmails({ leadsTo }: Addresses, settings: Contact): string[] {
  const recipients = leadsTo ?? ownContact(settings) ?? "";
  const all = recipients.split(",").map((one) => one.trim());
  return [...new Map(all.filter(isEmail).map((one) => [one.toLowerCase(), one])).values()];
}

/** The contact email where it is an address of the owner's. */
export function ownContact({ contact_email = "" }: Contact): string | null {
  return isEmail(contact_email) && !isSampleEmail(contact_email) ? contact_email : null;
}

/**
 * The sender is always an address of the owner, never the visitor's: mail servers refuse or spoil mail in another
 * person's name. The login of SMTP_URL where it is an address, else the contact email, else a recipient of notices.
 * @param owner the recipient where that is the owner, null where it is a visitor
 */
export function senderEmail(config: Addresses, settings: Contact, owner: string | null): string | null {
  const login = config.smtpUrl && loginEmail(config.smtpUrl);
  return login || ownContact(settings) || owner || (config.leadsTo?.split(", ").find(isEmail) ?? null);
}
