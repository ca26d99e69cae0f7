// Encodes how a change set wrote a revision.

/** Published manually, published on schedule, reverted manually, reverted on schedule. */
const REASONS = ["publish", "scheduled", "undo", "ended"] as const;
export type PublishReason = (typeof REASONS)[number];

/** PostgreSQL regular expression that matches these reasons. */
export const BY_CHANGE_SET = `^(${REASONS.join("|")}):`;

/**
 * Parses the reason of a revision.
 * @param reason "publish:" and the set's id, followed by a space and the title if there is one
 * @returns null if no change set wrote the revision
 */
export function readPublishReason(reason: string): { why: PublishReason; title: string } | null {
  const [, why, title = ""] = /^(\w+):[\w-]+(?: (.*))?$/s.exec(reason) ?? [];
  const known = REASONS.find((one) => one === why);
  return known ? { why: known, title } : null;
}

/** @param title of the change set; empty for none */
export const writePublishReason = (why: PublishReason, set: string, title: string): string =>
  `${why}:${set}${title && ` ${title}`}`;
