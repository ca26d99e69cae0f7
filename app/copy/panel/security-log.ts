// Security log texts on the Settings tab and the dashboard.
import { longDate } from "../../platform/time/dates.ts";
import { counted, number } from "../counted.ts";
import { type RestorableName, recordKinds } from "./record-kinds.ts";

const enquiries = (count = 0) => counted(count, "enquiry", "enquiries");

type Change = { key: string; before: number | boolean; after: number | boolean };

/** Every field is optional, because another version of the site may have stored the row. */
type Details = {
  isKnown?: boolean;
  browser?: string;
  network?: string;
  by?: string;
  sessions?: number;
  changes?: Change[];
  fields?: string[];
  what?: string;
  kind?: string;
  name?: string | null;
  count?: number;
  enquiries?: number;
  notes?: number;
  mails?: number;
  subscriptions?: number;
  made_at?: string;
  email?: string;
  role?: string;
  isScheduled?: boolean;
  isUrl?: boolean;
  factor?: string;
  left?: number;
};

const FACTORS: Record<string, string> = {
  app: "authenticator app",
  codes: "new recovery codes",
  passkey: "passkey",
};
const FACTORS_USED: Record<string, string> = {
  code: " with a code",
  recovery: " with a recovery code",
  passkey: " with a passkey",
};

const EXPORTS: Record<string, string> = {
  enquiries: "the enquiries",
  subscribers: "the newsletter subscribers",
  redirects: "the redirects",
  person: "one person's data",
  sources: "the report on what brings customers",
};
const kindOf = (name: string) =>
  Object.hasOwn(recordKinds, name) ? recordKinds[name as RestorableName].logged : undefined;
const record = ({ kind = "", name }: Details) =>
  [kindOf(kind) ?? "an item", name && `“${name}”`].filter(Boolean).join(" ");

function change({ key, before, after }: Change, labelOf: (key: string) => string) {
  const label = `“${labelOf(key)}”`;
  if (typeof before === "boolean" || typeof after === "boolean") return `${label} (${after ? "on" : "off"})`;
  if (key === "keep_enquiries_months")
    return `${label} (${before || "forever"} to ${after ? number(after) : "forever"})`;
  if (!before) return `${label} (new, ${counted(after, "character", "characters")})`;
  if (!after) return `${label} (removed)`;
  if (before === after) return `${label} (same length)`;
  return `${label} (was ${counted(before, "character", "characters")} long, now ${number(after)})`;
}

const ifScheduled = ({ isScheduled }: Details) => (isScheduled ? ", as scheduled" : "");

type Context = { times: number; since: string; labelOf: (key: string) => string };

const EVENTS: Record<string, (details: Details, context: Context) => string> = {
  "login.right": ({ isKnown, by = "" }) =>
    `${isKnown ? "Logged in" : "Logged in from a new browser"}${FACTORS_USED[by] ?? ""}`,
  "login.wrong": (_, { times, since }) =>
    times === 1 ? "Wrong password at login" : `${number(times)} wrong passwords at login since ${since}`,
  "login.throttled": (_, { times, since }) =>
    times === 1
      ? "Login blocked: too many wrong passwords"
      : `${number(times)} logins blocked since ${since}: too many wrong passwords`,
  logout: () => "Logged out",
  "session.ended": ({ browser, network }) =>
    `Logged out ${browser || "another browser"}${network ? `, ${network}` : ""}`,
  "password.wrong": () => "Wrong current password",
  "password.changed": ({ by, sessions = 0 }) =>
    [
      by === "environment" ? "Password changed by ADMIN_PASSWORD at startup" : "Changed the password",
      sessions && `${counted(sessions, "browser", "browsers")} logged out`,
    ]
      .filter(Boolean)
      .join("; "),
  "factor.wrong": () => "Wrong two-factor code",
  "factor.added": ({ factor = "" }) => `Two-factor authentication: ${FACTORS[factor] ?? factor} added`,
  "factor.removed": ({ factor = "" }) => `Two-factor authentication: ${FACTORS[factor] ?? factor} removed`,
  "recovery.used": ({ left = 0 }) => `Recovery code used; ${counted(left, "code", "codes")} left`,
  "factor.reset": ({ name }) => `Two-factor authentication reset: ${name}`,
  "settings.changed": ({ changes = [], ...when }, { labelOf }) =>
    `Changed ${changes.map((one) => change(one, labelOf)).join(", ")}${ifScheduled(when)}`,
  "mail.changed": ({ fields = [] }) => `Email settings changed: ${fields.join(", ").replaceAll("_", " ")}`,
  "webhook.added": ({ name }) => `Added the webhook “${name}”`,
  "webhook.changed": ({ name, isUrl }) => `Changed ${isUrl ? "the URL of " : ""}the webhook “${name}”`,
  "webhook.rotated": ({ name }) => `Replaced the secret of the webhook “${name}”`,
  "webhook.deleted": ({ name }) => `Deleted the webhook “${name}”`,
  "webhook.replayed": ({ name, count = 0 }) =>
    `Sent ${counted(count, "earlier event")} to the webhook “${name}”`,
  "export.made": ({ what = "" }) => `Exported ${EXPORTS[what] ?? what}`,
  "person.deleted": ({ enquiries: sent = 0, subscriptions = 0, mails = 0 }) =>
    `Deleted one person's data: ${[
      enquiries(sent),
      subscriptions && counted(subscriptions, "subscription", "subscriptions"),
      mails && counted(mails, "email", "emails"),
    ]
      .filter(Boolean)
      .join(", ")}`,
  "enquiries.deleted": ({ count }) => `Deleted ${enquiries(count)}`,
  "enquiries.restored": ({ count }) => `Restored ${enquiries(count)}`,
  "enquiries.forgotten": ({ count }) => `Deleted ${enquiries(count)} past your retention period`,
  "person.invited": ({ email = "", role }) => `Invited ${email} (${role})`,
  "person.accepted": () => "Set a password with an invitation",
  "invitation.revoked": ({ email = "" }) => `Revoked the invitation for ${email}`,
  "person.role": ({ name, role }) => `Changed the role of ${name} to ${role}`,
  "person.disabled": ({ name }) => `Disabled the account of ${name}`,
  "person.enabled": ({ name }) => `Enabled the account of ${name}`,
  "subscriber.deleted": () => "Deleted a subscriber",
  "subscriber.restored": () => "Restored a subscriber",
  "redirects.imported": ({ count = 0 }) => `Imported ${counted(count, "redirect", "redirects")}`,
  "missing.cleared": () => "Cleared the 404 log",
  "record.deleted": (details) => `Deleted ${record(details)}`,
  "version.restored": ({ name }) => `Restored an earlier version of “${name}”`,
  "changes.published": ({ count = 0, ...when }) =>
    `Published changes to ${counted(count, "item")}${ifScheduled(when)}`,
  "changes.undone": (when) => `Reverted published changes${ifScheduled(when)}`,
  "preview.shared": () => "Created a preview link to pending changes",
  "preview.ended": () => "Revoked a preview link",
  "record.restored": (details) => `Restored ${record(details)}`,
  "samples.removed": () => "Removed the sample content",
  undone: ({ count = 0, name }) =>
    count === 1 ? `Undid a change to “${name}”` : `Undid a change to ${counted(count, "item")}`,
  "samples.restored": () => "Restored the sample content",
  "backup.restored": ({ made_at = "" }) =>
    `Restored the site from a backup${made_at && ` made on ${longDate(new Date(made_at), "UTC")}`}`,
};

export const securityLog = {
  title: "Security log",
  about: "Logins, exports, deletions and security-related changes from the last 180 days.",
  caption: "Events, newest first",
  columns: { what: "Event", browser: "Browser", network: "Network", when: "When" },
  none: "No events yet.",
  unreadable: "We couldn't load the log. Reload the page in a minute.",
  server: "The server",
  several: "Several",
  thisBrowser: "This browser",
  /** @param context.since time of the first event, if several are grouped */
  describe(event: string, details: object, context: Context): string {
    return Object.hasOwn(EVENTS, event) ? EVENTS[event]!(details, context) : event;
  },
  attack: {
    title: "Someone is guessing passwords.",
    text: ({ tries, networks, since }: { tries: number; networks: number; since: string }) =>
      `${number(tries)} attempts from ${networks > 20 ? "more than 20 networks" : counted(networks, "network", "networks")} since ${since}. These attempts are being slowed down. Browsers that have logged in before can still log in.`,
    open: "Open the security log",
  },
};
