import type { RestorableName } from "../../copy/panel/record-kinds.ts";

/**
 * All events of the security log with their details. These never contain secrets, values of settings or data about
 * visitors.
 */
export type AuditDetails = {
  /** `by`: the second factor, if one was asked for */
  "login.right": { isKnown: boolean; by?: "code" | "recovery" };
  "login.wrong": Nothing;
  /** rejected before the password was checked */
  "login.throttled": Nothing;
  logout: Nothing;
  /** of another browser, from the list of sessions */
  "session.ended": { browser: string; network: string };
  /** the current password, required to change it */
  "password.wrong": Nothing;
  /** `sessions`: how many other browsers were signed out */
  "password.changed": { by: "panel" | "environment"; sessions: number };
  /** a wrong code after a right password, or while signed in */
  "factor.wrong": Nothing;
  "factor.added": { factor: Factor };
  "factor.removed": { factor: Factor };
  /** `left`: how many codes still work */
  "recovery.used": { left: number };
  /** by the owner or on the server; `name`: whose */
  "factor.reset": { name: string };
  /** length in characters (0 if empty), state of a switch, or number of months */
  "settings.changed": {
    changes: { key: string; before: number | boolean; after: number | boolean }[];
  } & AtItsTime;
  /** names of the fields, such as `password` */
  "mail.changed": { fields: string[] };
  "export.made": { what: "enquiries" | "subscribers" | "redirects" | "person" };
  "person.deleted": {
    enquiries: number;
    notes: number;
    mails: number;
    subscriptions: number;
    audits?: number;
  };
  "enquiries.deleted": { count: number };
  "enquiries.restored": { count: number };
  /** by the worker, because they exceeded the owner's retention period */
  "enquiries.forgotten": { count: number };
  "subscriber.deleted": Nothing;
  "subscriber.restored": Nothing;
  "redirects.imported": { count: number };
  /** the list of URLs that weren't found */
  "missing.cleared": Nothing;
  "record.deleted": { kind: RestorableName; name: string | null };
  "record.restored": { kind: RestorableName; name: string | null };
  /** an older version of a record, text, page's SEO or setting */
  "version.restored": { name: string };
  /** a save, delete or restore; change sets have their own events */
  undone: { count: number; name: string };
  /** drafts published together, and the undo of that */
  "changes.published": { count: number } & AtItsTime;
  "changes.undone": AtItsTime;
  /** a link that shows drafts to people who can't sign in */
  "preview.shared": Nothing;
  "preview.ended": Nothing;
  "samples.removed": Nothing;
  "samples.restored": Nothing;
  /** `email`: of the person, who isn't a visitor */
  "person.invited": { email: string; role: string };
  "person.accepted": Nothing;
  "invitation.revoked": { email: string };
  "person.role": { name: string; role: string };
  "person.disabled": { name: string };
  "person.enabled": { name: string };
  /** `made_at`: when the backup was created, ISO 8601 */
  "backup.restored": { made_at: string };
};

type Factor = "app" | "codes";
type Nothing = Record<never, never>;
/** Whether it happened automatically, as scheduled by the given session. */
type AtItsTime = { isScheduled?: boolean };
export type AuditEvent = keyof AuditDetails;

/** Events that anyone can trigger as often as they like. They're counted instead of listed individually. */
export type CountedEvent = "login.wrong" | "login.throttled";

export type Actor = {
  /** from `browserOf` */
  browser: string;
  /** from `coarseNetworkOf` */
  network: string;
  /** from `sessionMark`; null before a sign-in */
  session: string | null;
  /** the id of a person; null for the one-password owner and before a sign-in */
  person?: string | null;
};
