// Between which addresses mail goes: who is told of enquiries, and who sends.
import type { Config } from "../../platform/config.server.ts";
import { isAddress, loginAddress } from "../../platform/mail.server.ts";
import { isSampleEmail } from "../settings/rules.ts";

type Addresses = Pick<Config, "leadsTo" | "smtpUrl">;
type Contact = { contact_email?: string };

/**
 * Who is told of enquiries (CONTRACT, LEADS_TO): the addresses of LEADS_TO, whatever they are, else the contact e-mail,
 * unless it is still the demo content's. Different addresses only.
 */
export function ownerAddresses({ leadsTo }: Addresses, settings: Contact): string[] {
  const told = leadsTo ?? ownContact(settings) ?? "";
  const all = told.split(",").map((one) => one.trim());
  return [...new Map(all.filter(isAddress).map((one) => [one.toLowerCase(), one])).values()];
}

/** The contact e-mail where it is an address of the owner's. */
export function ownContact({ contact_email = "" }: Contact): string | null {
  return isAddress(contact_email) && !isSampleEmail(contact_email) ? contact_email : null;
}

/**
 * The sender is always an address of the owner, never the visitor's: mail servers refuse or spoil mail in somebody
 * else's name. The login of SMTP_URL where it is an address, else the contact e-mail, else who is told of enquiries.
 * @param told who gets this mail where that is the owner, null where it goes to a visitor
 */
export function senderAddress(config: Addresses, settings: Contact, told: string | null): string | null {
  const login = config.smtpUrl && loginAddress(config.smtpUrl);
  return login || ownContact(settings) || told || (config.leadsTo?.split(", ").find(isAddress) ?? null);
}
