/** Published, published on schedule, reverted, reverted on schedule. */
const REASONS = ["publish", "scheduled", "undo", "ended"] as const;
export type PublishReason = (typeof REASONS)[number];

export const BY_CHANGE_SET = `^(${REASONS.join("|")}):`;

/** Parses a reason such as "publish:SET_ID Title". Returns null if no change set wrote the revision. */
export function readPublishReason(reason: string): { why: PublishReason; title: string } | null {
  const [, why, title = ""] = /^(\w+):[\w-]+(?: (.*))?$/s.exec(reason) ?? [];
  const known = REASONS.find((one) => one === why);
  return known ? { why: known, title } : null;
}

/** Formats a reason. An empty title is left out. */
export const writePublishReason = (why: PublishReason, set: string, title: string): string =>
  `${why}:${set}${title && ` ${title}`}`;
