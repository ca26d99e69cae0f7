import { createHash } from "node:crypto";
import { inboxOf } from "../../platform/text/inbox.ts";

/**
 * Returns a Message-ID that is unique per mailbox and day. The database rejects a second email with it, so
 * the visitor role doesn't need to read emails.
 */
export function oncePerDay(
  kind: "confirmation" | "invitation" | "morning",
  email: string,
  day: string,
  hostname: string,
): string {
  const digest = createHash("sha256")
    .update(`${inboxOf(email)} ${day}`)
    .digest("hex")
    .slice(0, 32);
  return `<${kind}-${digest}@${hostname}>`;
}
