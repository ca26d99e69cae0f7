// The email at 8:00 in the site's time zone, if anything is due.
import { and, eq, gt, isNull, lt, lte, or, type SQL, sql } from "drizzle-orm";
import { morningMail as words } from "../../copy/morning-mail.ts";
import type { Config } from "../../platform/config.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { inboxOf } from "../../platform/text/inbox.ts";
import { isoDay } from "../../platform/time/dates.ts";
import { wallTime } from "../../platform/time/wall-time.ts";
import { enquiries } from "../enquiry-table/table.server.ts";
import { ownerEmails } from "../mail/emails.server.ts";
import { addOwnerNotice } from "../mail/owner-notice.server.ts";
import { readMailConfig } from "../mail/settings.server.ts";
import { readSettings } from "../settings/queries.server.ts";
import { isAssignee } from "../staff/queries.server.ts";
import { people } from "../staff/table.server.ts";
import { replyTimeLeft } from "./age.ts";
import { showDay } from "./next-step.ts";
import { isDue } from "./queries.owner.server.ts";

const AT = "08:00";
/** A new enquiry that has waited this long is overdue in a few hours. */
const WAITED_HOURS = 20;
const SHOWN = 10;

/** @property total includes those that aren't among `lines` */
type Part = { lines: string[]; total: number };
type Waiting = { due: Part; unanswered: Part };

/**
 * Queues one email for each person with something due, at 8:00 in the site's time zone: follow-ups, and enquiries
 * without an answer. What's assigned to no one goes to the owner. Running again for the same day queues nothing.
 * @param at when the run was due; other times than 8:00 do nothing
 * @returns the number of people
 */
export async function remindOfDue(db: Database, config: Config, at: Date): Promise<number> {
  const settings = await readSettings(db);
  const { time_zone } = settings;
  if (wallTime(at, time_zone).slice(11, 16) !== AT) return 0;
  const today = isoDay(at, time_zone);
  const owners = ownerEmails(await readMailConfig(db, config), settings);
  const waiting = new Map<string, Waiting & { email: string }>();
  const add = (part: keyof Waiting, found: Awaited<ReturnType<typeof listFirst>>, line: Line) => {
    for (const row of found)
      for (const email of row.email === null ? owners : [row.email]) {
        const known = waiting.get(inboxOf(email)) ?? { email, due: nothing(), unanswered: nothing() };
        known[part].lines.push(line(row));
        // Each row knows how many there are in its group; the owner may be in two groups.
        if (row.place === 1) known[part].total += row.total;
        waiting.set(inboxOf(email), known);
      }
  };
  const isUnanswered = and(
    eq(enquiries.status, "new"),
    lt(enquiries.created_at, sql`now() - make_interval(hours => ${WAITED_HOURS})`),
    // Those that are due are listed already.
    or(isNull(enquiries.follow_up_on), gt(enquiries.follow_up_on, today)),
  );
  add(
    "due",
    await listFirst(db, isDue(today), sql`${enquiries.follow_up_on}, ${enquiries.created_at}`),
    ({ name, day }) => words.follow(name, showDay(day ?? today, today)),
  );
  add("unanswered", await listFirst(db, isUnanswered, sql`${enquiries.created_at}`), ({ name, since }) =>
    words.answer(name, replyTimeLeft(since).words),
  );
  await db.transaction(async (tx) => {
    for (const { email, due, unanswered } of waiting.values())
      await addOwnerNotice(
        tx,
        config,
        {
          subject: words.subject(due.total, unanswered.total),
          lines: (siteTitle) => [
            words.intro(siteTitle),
            ...describe(words.due, due),
            ...describe(words.unanswered, unanswered),
          ],
          link: { path: `/enquiries?status=${due.total ? "today" : "new"}`, text: words.link },
        },
        { to: [email], day: today },
      );
  });
  return waiting.size;
}

type Line = (row: Awaited<ReturnType<typeof listFirst>>[number]) => string;

const nothing = (): Part => ({ lines: [], total: 0 });

const describe = (title: string, { lines, total }: Part) =>
  lines.length
    ? [[title, ...lines, ...(total > lines.length ? [words.more(total - lines.length)] : [])].join("\n")]
    : [];

/**
 * Returns the first enquiries for each person.
 * @returns `email`, null for those assigned to no one; `place` in the person's list, from 1, and its `total`
 */
async function listFirst(db: Database, which: SQL | undefined, order: SQL) {
  const ofPerson = sql`partition by ${people.id}`;
  const ranked = db
    .select({
      name: enquiries.name,
      day: enquiries.follow_up_on,
      since: enquiries.created_at,
      email: people.email,
      place: sql<number>`row_number() over (${ofPerson} order by ${order}, ${enquiries.id})`
        .mapWith(Number)
        .as("place"),
      total: sql<number>`count(*) over (${ofPerson})`.mapWith(Number).as("total"),
    })
    .from(enquiries)
    .leftJoin(people, and(eq(people.id, enquiries.assigned_to), isAssignee))
    .where(which)
    .as("ranked");
  return db.select().from(ranked).where(lte(ranked.place, SHOWN)).orderBy(ranked.place);
}
