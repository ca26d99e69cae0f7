// A change set that goes live by itself at a time that its owner chose.
import { randomUUID } from "node:crypto";
import { and, eq, isNotNull, lte, sql } from "drizzle-orm";
import { scheduleMail as words } from "../../copy/schedule-mail.ts";
import type { Config } from "../../platform/config.server.ts";
import type { Database } from "../../platform/database.server.ts";
import { escapeHtml, mailPage } from "../../platform/mail-page.ts";
import { Refused } from "../../platform/refused.ts";
import { momentsOf } from "../../platform/wall-time.ts";
import { ownerEmails } from "../enquiries/emails.server.ts";
import { outgoing_mails } from "../enquiries/table.server.ts";
import { readSettings } from "../settings/queries.server.ts";
import { publishChanges } from "./publish.server.ts";
import { change_sets } from "./table.server.ts";

const isOpen = eq(change_sets.state, "open");

/**
 * Sets the time at which a change set goes live.
 * @param wall what the clock shows in the site's time zone, "2026-11-23T09:00"; null takes it off the schedule
 * @returns the moment, and whether the clock shows this time twice that night, of which it is the first
 * @throws Refused where the clock never shows it, where it is over, or where the set is published already
 */
export async function schedulePublish(
  db: Database,
  set: string,
  wall: string | null,
): Promise<{ at: Date | null; isDouble: boolean }> {
  const moments = wall === null ? [] : momentsOf(wall, (await readSettings(db)).time_zone);
  const at = moments[0] ?? null;
  if (wall !== null && !at)
    throw new Refused({
      "": "The clocks go forward over this time that night, so it never comes. Choose another.",
    });
  if (at && at.getTime() <= Date.now()) throw new Refused({ "": "This time is over. Choose a later one." });
  const { rowCount } = await db
    .update(change_sets)
    .set({ publish_at: at, problem: "" })
    .where(and(isOpen, eq(change_sets.id, set)));
  if (!rowCount) throw new Refused({ "": "It is published or dropped already." });
  return { at, isDouble: moments.length > 1 };
}

/** When the open change set goes live, and why it did not the last time; null where neither is so. */
export async function findSchedule(db: Database): Promise<{ at: Date | null; problem: string } | null> {
  const [set] = await db
    .select({ at: change_sets.publish_at, problem: change_sets.problem })
    .from(change_sets)
    .where(isOpen);
  return set && (set.at || set.problem) ? set : null;
}

/**
 * Publishes what is due: everything of it or nothing, once, however often and late this is called. What cannot be
 * published is taken off the schedule, and its owner is told by mail.
 * @returns how many records went live; null where nothing was due or it was refused
 */
export async function publishDue(db: Database, config: Config): Promise<number | null> {
  const isDue = and(isOpen, isNotNull(change_sets.publish_at), lte(change_sets.publish_at, sql`now()`));
  const [due] = await db.select({ id: change_sets.id }).from(change_sets).where(isDue);
  if (!due) return null;
  try {
    return (await publishChanges(db, due.id, isDue)).length;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    await db.transaction(async (tx) => {
      const { rowCount } = await tx
        .update(change_sets)
        .set({ publish_at: null, problem: error.message })
        .where(and(eq(change_sets.id, due.id), isDue));
      // Published or taken off the schedule at this very moment.
      if (rowCount) await tellOwner(tx, config, error.message);
    });
    return null;
  }
}

async function tellOwner(tx: Database, config: Config, reason: string) {
  const settings = await readSettings(tx);
  const { hostname } = new URL(config.siteUrl);
  const link = `${config.siteUrl}/admin-control-panel-seoprozone/changes`;
  const lines = [words.intro(settings.site_title), reason, words.next];
  const mails = ownerEmails(config, settings).map((recipient) => {
    const id = randomUUID();
    return {
      id,
      message_id: `<${id}@${hostname}>`,
      recipient,
      subject: words.subject,
      text_body: [...lines, link, ""].join("\n\n"),
      html_body: mailPage(
        `${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join("\n")}\n<p><a href="${escapeHtml(link)}">${words.link}</a></p>`,
      ),
    };
  });
  if (mails.length) await tx.insert(outgoing_mails).values(mails);
}
