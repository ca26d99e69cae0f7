const GMAIL = ["gmail.com", "googlemail.com"];

/**
 * Returns the mailbox behind an email address, for rate limits only: `Ada.Byron+news@googlemail.com` and
 * `adabyron@gmail.com` are the same. Nearly every provider treats text after a plus as a tag, and Gmail ignores dots.
 */
export function inboxOf(email: string): string {
  const at = email.lastIndexOf("@");
  const name = email.slice(0, at).toLowerCase();
  const host = email.slice(at + 1).toLowerCase();
  const untagged = name.replace(/(?<=.)\+.*$/, "");
  return GMAIL.includes(host) ? `${untagged.replaceAll(".", "")}@gmail.com` : `${untagged}@${host}`;
}
