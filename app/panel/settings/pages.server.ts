// Reads the data of each page of the Settings tab.
import type { RouterContextProvider } from "react-router";
import { messages } from "../../copy/messages.ts";
import { readMailConfig } from "../../features/mail/settings.server.ts";
import { mailSetupOf } from "../../features/mail/words.server.ts";
import { listStoredSettings, readSettings } from "../../features/settings/queries.server.ts";
import type { Subject } from "../../features/settings/subjects.ts";
import { listTimeZones } from "../../features/settings/time-zones.ts";
import { describeTracking } from "../../features/settings/tracking-notes.server.ts";
import { signedInAs } from "../../features/staff/signed-in.server.ts";
import { configContext, ownerDb } from "../../platform/http/context.server.ts";
import { pageQuery } from "../../platform/http/list-query.ts";
import { isAnnounced } from "../../platform/http/public-site.ts";
import { loadOrToast } from "../saving/save.server.ts";
import { readSessions } from "../saving/sessions.server.ts";
import { openCard } from "./cards.server.ts";
import { readEmail } from "./email.server.ts";
import { readSecurityLog } from "./log.server.ts";
import { readLogo } from "./logo.server.ts";

type Asked = { request: Request; context: Readonly<RouterContextProvider>; url: URL };

const databaseOf = ({ context }: Asked) => context.get(ownerDb);
const open = (asked: Asked, id: Parameters<typeof openCard>[1]) =>
  openCard(databaseOf(asked), id, asked.url.searchParams.get("draft") === "1");

const READERS = {
  async business(asked: Asked) {
    const [db, config] = [databaseOf(asked), asked.context.get(configContext)];
    const [card, mail, settings, stored] = await Promise.all([
      open(asked, "general"),
      readMailConfig(db, config),
      readSettings(db),
      listStoredSettings(db),
    ]);
    const { live } = describeTracking(stored);
    const { notes } = describeTracking({ ...card.record });
    return {
      ...{ card, mail: mailSetupOf(mail, settings), timeZones: listTimeZones() },
      ...{ tracking: { live, notes }, isAnnounced: isAnnounced(config) },
    };
  },
  async brand(asked: Asked) {
    const db = databaseOf(asked);
    const [card, logo, { site_title }] = await Promise.all([
      open(asked, "brand"),
      readLogo(db),
      readSettings(db),
    ]);
    return { card, logo, siteTitle: site_title };
  },
  email: async ({ context }: Asked) => ({ email: await readEmail(context) }),
  enquiries: async (asked: Asked) => ({ card: await open(asked, "enquiries") }),
  async security(asked: Asked) {
    const { request, context, url } = asked;
    const db = databaseOf(asked);
    const page = pageQuery.parse(url.searchParams.get("page"));
    const { fetchFailed } = messages.settings;
    const [sessions, log] = await Promise.all([
      loadOrToast(() => readSessions(db, request), fetchFailed),
      loadOrToast(() => readSecurityLog(db, request, page), fetchFailed),
    ]);
    return {
      sessions: sessions.value ?? [],
      log: log.value,
      fault: sessions.fault ?? log.fault,
      isPasswordFixed: context.get(configContext).adminPassword !== undefined,
      hasOwnPassword: context.get(signedInAs)!.person !== null,
    };
  },
  advanced: async (asked: Asked) => ({ card: await open(asked, "advanced") }),
} satisfies Record<Subject, (asked: Asked) => Promise<object>>;

export type PageOf<Name extends Subject> = Awaited<ReturnType<(typeof READERS)[Name]>>;
export type Page = { [Name in Subject]: PageOf<Name> & { subject: Name } }[Subject];

export const readPage = async (subject: Subject, asked: Asked) =>
  ({ subject, ...(await READERS[subject](asked)) }) as Page;
