// What the Settings tab and the dashboard say of the security log.
import { counted, number } from "../counted.ts";
import { type RestorableName, recordKinds } from "./record-kinds.ts";

const enquiries = (count = 0) => counted(count, "enquiry", "enquiries");

type Change = { key: string; before: number | boolean; after: number | boolean };

/** What an event may tell besides its name; the row may be of another version. */
type Details = {
  isKnown?: boolean;
  browser?: string;
  network?: string;
  by?: string;
  sessions?: number;
  changes?: Change[];
  what?: string;
  kind?: string;
  name?: string | null;
  count?: number;
  enquiries?: number;
  notes?: number;
  mails?: number;
  subscriptions?: number;
  made_at?: string;
  isScheduled?: boolean;
};

const EXPORTS: Record<string, string> = {
  enquiries: "the enquiries",
  subscribers: "the newsletter’s subscribers",
  redirects: "the redirects",
  person: "one person’s data",
};
const kindOf = (name: string) =>
  Object.hasOwn(recordKinds, name) ? recordKinds[name as RestorableName].logged : undefined;
const record = ({ kind = "", name }: Details) =>
  [kindOf(kind) ?? "a record", name && `“${name}”`].filter(Boolean).join(" ");

function change({ key, before, after }: Change, labelOf: (key: string) => string) {
  const label = `“${labelOf(key)}”`;
  if (typeof before === "boolean" || typeof after === "boolean") return `${label} (${after ? "on" : "off"})`;
  if (key === "keep_enquiries_months")
    return `${label} (${before || "for ever"} to ${after ? number(after) : "for ever"})`;
  if (!before) return `${label} (new, ${counted(after, "character", "characters")})`;
  if (!after) return `${label} (removed)`;
  if (before === after) return `${label} (as long as before)`;
  return `${label} (${number(before)} to ${counted(after, "character", "characters")})`;
}

const atItsTime = ({ isScheduled }: Details) => (isScheduled ? ", by itself at the time set for it" : "");

type Told = { times: number; since: string; labelOf: (key: string) => string };

const EVENTS: Record<string, (details: Details, told: Told) => string> = {
  "login.right": ({ isKnown }) =>
    isKnown ? "Logged in" : "Logged in, from a browser that was not known before",
  "login.wrong": (_, { times, since }) =>
    times === 1
      ? "A wrong password at the login"
      : `${number(times)} wrong passwords at the login since ${since}`,
  "login.throttled": (_, { times, since }) =>
    times === 1
      ? "A login turned away: too many wrong passwords"
      : `${number(times)} logins turned away since ${since}: too many wrong passwords`,
  logout: () => "Logged out",
  "session.ended": ({ browser, network }) =>
    `Ended the session of ${browser || "another browser"}${network ? `, ${network}` : ""}`,
  "password.wrong": () => "A wrong present password when changing the password",
  "password.changed": ({ by, sessions = 0 }) =>
    [
      by === "environment" ? "Password changed by ADMIN_PASSWORD at a start" : "Changed the password",
      sessions && `${counted(sessions, "browser", "browsers")} logged out`,
    ]
      .filter(Boolean)
      .join("; "),
  "settings.changed": ({ changes = [], ...when }, { labelOf }) =>
    `Changed ${changes.map((one) => change(one, labelOf)).join(", ")}${atItsTime(when)}`,
  "export.made": ({ what = "" }) => `Exported ${EXPORTS[what] ?? what}`,
  "person.deleted": ({ enquiries: sent = 0, subscriptions = 0, mails = 0 }) =>
    `Deleted one person’s data: ${[
      enquiries(sent),
      subscriptions && counted(subscriptions, "subscription", "subscriptions"),
      mails && counted(mails, "mail", "mails"),
    ]
      .filter(Boolean)
      .join(", ")}`,
  "enquiries.deleted": ({ count }) => `Deleted ${enquiries(count)}`,
  "enquiries.restored": ({ count }) => `Put back ${enquiries(count)}`,
  "enquiries.forgotten": ({ count }) => `Deleted ${enquiries(count)} that were older than you keep them`,
  "subscriber.deleted": () => "Deleted a subscriber",
  "subscriber.restored": () => "Put back a subscriber",
  "redirects.imported": ({ count = 0 }) => `Imported ${counted(count, "redirect", "redirects")}`,
  "missing.cleared": () => "Cleared the list of addresses that were not found",
  "record.deleted": (details) => `Deleted ${record(details)}`,
  "version.restored": ({ name }) => `Brought back an earlier version of “${name}”`,
  "changes.published": ({ count = 0, ...when }) =>
    `Published the changes of ${counted(count, "record")}${atItsTime(when)}`,
  "changes.undone": (when) => `Took published changes back${atItsTime(when)}`,
  "preview.shared": () => "Created a link that shows unpublished changes",
  "preview.ended": () => "Revoked a link that showed unpublished changes",
  "record.restored": (details) => `Restored ${record(details)}`,
  "samples.removed": () => "Removed the sample content",
  undone: ({ count = 0, name }) =>
    count === 1 ? `Undid a change of “${name}”` : `Undid a change of ${counted(count, "record")}`,
  "samples.restored": () => "Restored the sample content",
  "backup.restored": ({ made_at = "" }) => `The site was restored from a backup of ${made_at.slice(0, 10)}`,
};

export const securityLog = {
  title: "Security log",
  about: "Logins, exports, deletions and changes that matter for security. Kept for 180 days.",
  caption: "What happened, newest first",
  columns: { what: "What", browser: "Browser", network: "Network", when: "When" },
  none: "Nothing has happened yet.",
  fault: "The log cannot be shown at the moment. Load the page again in a minute.",
  server: "The server itself",
  several: "Several",
  thisBrowser: "This browser",
  /** @param told.since the time of the first, where several are counted together */
  describe(event: string, details: object, told: Told): string {
    return Object.hasOwn(EVENTS, event) ? EVENTS[event]!(details, told) : event;
  },
  attack: {
    title: "Somebody is trying passwords.",
    text: ({ tries, networks, since }: { tries: number; networks: number; since: string }) =>
      `${number(tries)} tries from ${networks > 20 ? "more than 20 networks" : counted(networks, "network", "networks")} since ${since}. They are slowed down, and a browser that has logged in before still gets in.`,
    open: "Open the security log",
  },
};
