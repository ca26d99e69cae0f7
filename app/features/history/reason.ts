// Why a state of the history was written, where a change set wrote it.

/** By the press of a button, at its time, taken back by the press of a button, taken back at its time. */
const REASONS = ["publish", "scheduled", "undo", "ended"] as const;
export type PublishReason = (typeof REASONS)[number];

/** What such a reason begins with, as a regular expression of PostgreSQL's. */
export const BY_CHANGE_SET = `^(${REASONS.join("|")}):`;

/**
 * What the reason of a revision says of a change set.
 * @param reason "publish:" and the set's id, with its title behind a blank where it has one
 * @returns null where no change set wrote the state
 */
export function readPublishReason(reason: string): { why: PublishReason; title: string } | null {
  const [, why, title = ""] = /^(\w+):[\w-]+(?: (.*))?$/s.exec(reason) ?? [];
  const known = REASONS.find((one) => one === why);
  return known ? { why: known, title } : null;
}

/** @param title of the change set, empty for none */
export const writePublishReason = (why: PublishReason, set: string, title: string): string =>
  `${why}:${set}${title && ` ${title}`}`;
