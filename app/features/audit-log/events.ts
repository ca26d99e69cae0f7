import type { RestorableName } from "../../copy/panel/record-kinds.ts";

/**
 * Everything that the security log records, with the details of each. No secret, no value of a setting and
 * nothing about a visitor.
 */
export type AuditDetails = {
  "login.right": { isKnown: boolean };
  "login.wrong": Nothing;
  /** turned away without a look at the password */
  "login.throttled": Nothing;
  logout: Nothing;
  /** of another browser, by its row in the list of sessions */
  "session.ended": { browser: string; network: string };
  /** the present password, asked for before it is changed */
  "password.wrong": Nothing;
  /** `sessions`: how many other browsers were logged out */
  "password.changed": { by: "panel" | "environment"; sessions: number };
  /** lengths in characters, 0 for none; whether a switch is on; how many months */
  "settings.changed": {
    changes: { key: string; before: number | boolean; after: number | boolean }[];
  } & AtItsTime;
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
  /** by the worker, because they were older than the owner wants them kept */
  "enquiries.forgotten": { count: number };
  "subscriber.deleted": Nothing;
  "subscriber.restored": Nothing;
  "redirects.imported": { count: number };
  /** the list of addresses that were not found */
  "missing.cleared": Nothing;
  "record.deleted": { kind: RestorableName; name: string | null };
  "record.restored": { kind: RestorableName; name: string | null };
  /** an earlier state of a record, a text, a page's SEO or a setting */
  "version.restored": { name: string };
  /** what was saved, deleted or brought back; a change set has events of its own */
  undone: { count: number; name: string };
  /** drafts of records, texts, SEO and settings, all at once; and what takes that back */
  "changes.published": { count: number } & AtItsTime;
  "changes.undone": AtItsTime;
  /** a link that shows drafts to people without a sign-in */
  "preview.shared": Nothing;
  "preview.ended": Nothing;
  "samples.removed": Nothing;
  "samples.restored": Nothing;
  /** `made_at`: when the backup was made, ISO 8601 */
  "backup.restored": { made_at: string };
};

type Nothing = Record<never, never>;
/** Whether it happened by itself, at a time that the named login had set. */
type AtItsTime = { isScheduled?: boolean };
export type AuditEvent = keyof AuditDetails;

/** What strangers can cause as often as they like: counted, not listed one by one. */
export type CountedEvent = "login.wrong" | "login.throttled";

export type Actor = {
  /** as `browserOf` has it */
  browser: string;
  /** as `coarseNetworkOf` has it */
  network: string;
  /** as `sessionMark` has it; null before a login */
  session: string | null;
};
