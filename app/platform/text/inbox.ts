const GMAIL = ["gmail.com", "googlemail.com"];

/**
 * Returns an email address's mailbox, for rate limits: `adabyron@gmail.com` for
 * `Ada.Byron+news@googlemail.com`. Most providers ignore text after a plus, and Gmail ignores dots.
 */
export function inboxOf(email: string): string {
  const at = email.lastIndexOf("@");
  const name = email.slice(0, at).toLowerCase();
  const host = email.slice(at + 1).toLowerCase();
  const untagged = name.replace(/(?<=.)\+.*$/, "");
  return GMAIL.includes(host) ? `${untagged.replaceAll(".", "")}@gmail.com` : `${untagged}@${host}`;
}
