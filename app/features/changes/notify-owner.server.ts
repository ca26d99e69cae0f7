import { scheduleMail as words } from "../../copy/schedule-mail.ts";
import type { Config } from "../../platform/config.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { addOwnerNotice } from "../mail/owner-notice.server.ts";

export type Happened = keyof Omit<typeof words, "link">;

/**
 * Queues an email about a scheduling problem to each of the owner's addresses.
 * @param reason a sentence
 */
export async function notifyOwner(tx: Database, config: Config, happened: Happened, reason: string) {
  const { subject, intro, next } = words[happened];
  const lines = (siteTitle: string) => [intro(siteTitle), reason, next];
  await addOwnerNotice(tx, config, { subject, lines, link: { path: "/changes", text: words.link } });
}
