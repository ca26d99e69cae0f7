const GMAIL = ["gmail.com", "googlemail.com"];

/**
 * The mailbox that an address stands for, for limits only: `Ada.Byron+news@googlemail.com` and `adabyron@gmail.com` are
 * one. What stands after a plus is a tag at nearly every provider, and Gmail knows no dots.
 */
export function inboxOf(email: string): string {
  const at = email.lastIndexOf("@");
  const name = email.slice(0, at).toLowerCase();
  const host = email.slice(at + 1).toLowerCase();
  const untagged = name.replace(/(?<=.)\+.*$/, "");
  return GMAIL.includes(host) ? `${untagged.replaceAll(".", "")}@gmail.com` : `${untagged}@${host}`;
}
