import { eq } from "drizzle-orm";
import { factorMail as words } from "../../copy/factor-mail.ts";
import type { Config } from "../../platform/config.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { log } from "../../platform/log.server.ts";
import { addOwnerNotice } from "../mail/owner-notice.server.ts";
import { type Person, people } from "../staff/table.server.ts";

/**
 * Emails the person whose recovery code was used. Never rejects, because a failed email must not fail the
 * sign-in.
 * @param left how many codes still work
 */
export async function noticeRecoveryCode(db: Database, config: Config, person: Person, left: number) {
  try {
    await db.transaction(async (tx) => {
      const notice = {
        ...words.recovery,
        lines: (siteTitle: string) => words.recovery.lines(siteTitle, left),
      };
      await addOwnerNotice(tx, config, notice, {
        to: person === null ? undefined : await emailOf(tx, person),
      });
    });
  } catch (error) {
    log.error({ err: error }, "The email about a used recovery code couldn't be stored");
  }
}

const emailOf = async (db: Database, person: string) =>
  (await db.select({ email: people.email }).from(people).where(eq(people.id, person))).map(
    ({ email }) => email,
  );
