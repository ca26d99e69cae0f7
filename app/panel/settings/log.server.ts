import { securityLog as words } from "../../copy/panel/security-log.ts";
import { findAttack, listEvents } from "../../features/audit-log/queries.server.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import type { SettingKey } from "../../features/settings/rules.ts";
import { SETTING_LABELS } from "../../features/settings/rules.ts";
import { sessionMark } from "../../features/sign-in/actor.server.ts";
import { sessionIdOf } from "../../features/sign-in/session.server.ts";
import { readNames } from "../../features/staff/queries.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { shortTime } from "../../platform/time/dates.ts";

const PER_PAGE = 10;
const labelOf = (key: string) => SETTING_LABELS[key as SettingKey] ?? key;

/**
 * Returns a page of the log in words. Includes a warning if someone is guessing passwords.
 * @param page clamped to the last page
 */
export async function readSecurityLog(db: Database, request: Request, page: number) {
  const [{ rows, ...paging }, attack, own, { time_zone }, names] = await Promise.all([
    listEvents(db, { page, perPage: PER_PAGE }),
    findAttack(db),
    sessionIdOf(request),
    readSettings(db),
    readNames(db),
  ]);
  const time = (date: Date) => shortTime(date, time_zone);
  return {
    ...paging,
    perPage: PER_PAGE,
    attack: attack && words.attack.text({ ...attack, since: time(attack.since) }),
    rows: rows.map(
      ({ id, event, details, browser, network, session, person_id, times, happened_at, last_at }) => ({
        id,
        // Without a session, the actor is the server or someone signed out.
        name: session === null ? undefined : names.get(person_id),
        what: words.describe(event, details, { times, since: time(happened_at), labelOf }),
        browser: browser || (network ? words.several : words.server),
        network,
        isThis: own !== null && session === sessionMark(own),
        when: time(last_at),
      }),
    ),
  };
}
