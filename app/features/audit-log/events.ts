import type { RestorableName } from "../../copy/panel/record-kinds.ts";

/** Events of the security log. Details contain no secrets, no text from settings, and no data about visitors. */
export type AuditDetails = {
  /** `by`: second factor, if one was used */
  "login.right": { isKnown: boolean; by?: "code" | "recovery" | "passkey" };
  "login.wrong": Nothing;
  /** rejected before the password was checked */
  "login.throttled": Nothing;
  logout: Nothing;
  /** another browser's session */
  "session.ended": { browser: string; network: string };
  /** while signed in, to change the password or confirm an action */
  "password.wrong": Nothing;
  /** `sessions`: number of other browsers signed out */
  "password.changed": { by: "panel" | "environment"; sessions: number };
  /** after a correct password, or while signed in */
  "factor.wrong": Nothing;
  "factor.added": { factor: Factor };
  "factor.removed": { factor: Factor };
  /** `left`: number of unused recovery codes */
  "recovery.used": { left: number };
  /** reset on the server or by the owner; `name`: the person whose second factor was reset */
  "factor.reset": { name: string };
  /** `before` and `after`: depending on the setting, text length (0 if empty), switch state, or number of months */
  "settings.changed": {
    changes: { key: string; before: number | boolean; after: number | boolean }[];
  } & AtItsTime;
  /** field names such as `password` */
  "mail.changed": { fields: string[] };
  "webhook.added": { name: string };
  /** `isUrl`: whether the URL was replaced */
  "webhook.changed": { name: string; isUrl: boolean };
  "webhook.rotated": { name: string };
  "webhook.deleted": { name: string };
  /** sent again everything since a date */
  "webhook.replayed": { name: string; count: number };
  "export.made": { what: "enquiries" | "subscribers" | "redirects" | "person" | "sources" };
  "person.deleted": {
    enquiries: number;
    notes: number;
    mails: number;
    subscriptions: number;
    audits?: number;
  };
  "enquiries.deleted": { count: number };
  "enquiries.restored": { count: number };
  /** permanently deleted after the retention period */
  "enquiries.forgotten": { count: number };
  "subscriber.deleted": Nothing;
  "subscriber.restored": Nothing;
  "redirects.imported": { count: number };
  /** the list of 404 URLs */
  "missing.cleared": Nothing;
  "record.deleted": { kind: RestorableName; name: string | null };
  "record.restored": { kind: RestorableName; name: string | null };
  /** a record, text, page's SEO or setting */
  "version.restored": { name: string };
  /** a save, delete or restore; sets of changes have their own events */
  undone: { count: number; name: string };
  "changes.published": { count: number } & AtItsTime;
  "changes.undone": AtItsTime;
  "preview.shared": Nothing;
  "preview.ended": Nothing;
  "samples.removed": Nothing;
  "samples.restored": Nothing;
  /** the invited person's email address */
  "person.invited": { email: string; role: string };
  "person.accepted": Nothing;
  "invitation.revoked": { email: string };
  "person.role": { name: string; role: string };
  "person.disabled": { name: string };
  "person.enabled": { name: string };
  /** time of the backup, ISO 8601 */
  "backup.restored": { made_at: string };
};

type Factor = "app" | "codes" | "passkey";
type Nothing = Record<never, never>;
/** `isScheduled`: the change was made on schedule, and the event names the session that scheduled it */
type AtItsTime = { isScheduled?: boolean };
export type AuditEvent = keyof AuditDetails;

/** Events that anyone can trigger, so they're counted instead of listed one by one. */
export type CountedEvent = "login.wrong" | "login.throttled";

export type Actor = {
  /** from `browserOf` */
  browser: string;
  /** from `coarseNetworkOf` */
  network: string;
  /** from `sessionMark`; null before a sign-in */
  session: string | null;
  /** null before a sign-in, or if the owner signed in with the site's password */
  person?: string | null;
};
