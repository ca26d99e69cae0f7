import { createContext } from "react-router";
import type { Config } from "../config.server.ts";
import type { Database } from "../database/database.server.ts";
import type { Gap } from "./gap.ts";

/** What each request carries into loaders and actions; set in `server/app.ts`, once per request. */
export const visitorDb = createContext<Database>();
export const ownerDb = createContext<Database>();
export const configContext = createContext<Config>();
/** A UUID for all that a request of the panel writes: Undo takes it back together. */
export const operationId = createContext<string>();

/** Facts of the request that its URL does not tell. */
export type RequestInfo = {
  /** names the request in logs and on error pages */
  id: string;
  /** the visitor's address, behind the configured number of proxies (TRUST_PROXY) */
  ip: string;
  /** whether the visitor's own connection is https */
  isSecure: boolean;
  /** the nonce of the panel's scripts; public pages are cacheable and have none */
  nonce: string | undefined;
};
export const requestInfo = createContext<RequestInfo>();

/**
 * Set for a form that arrives while the database doesn't answer, and by an action that could not reach it: the loaders
 * that render the answer then do with built-in defaults instead of failing too, so that the visitor gets the form back
 * with everything typed.
 */
export const isAnsweringFault = createContext(false);

/**
 * Set where a sender is known to be over a limit: what was sent is not read then, and the answer is 429. Seconds until
 * the limit is open again.
 */
export const blockedSeconds = createContext(0);

/** Set where a page failed for the database's sake: the answer is 503 with Retry-After instead of 500. */
export const isOutage = createContext(false);

/** Set by an action of the panel that wrote nothing which a visitor can read: finished pages stay in the cache. */
export const isContentUntouched = createContext(false);

/** Whether the owner looks at a public page, logged in: it comes without tracking then, and says so. */
export const isOwnerVisiting = createContext(false);

/**
 * Shows the owner a page as it would be after a change that is made for it and taken back again.
 * @param change makes it, and says which path to show
 * @param by what the page says above itself
 * @throws what `change` throws; a fault of the database
 */
export type ShowPreview = (change: (tx: Database) => Promise<string>, by?: PreviewBy) => Promise<Response>;
export const showPreview = createContext<ShowPreview>();

/**
 * The same for several pages, with one making of the change: `look` asks for them, one after the other, and what it has
 * to do besides is done outside, as the records that change are locked until it has ended.
 * @param change makes it; `look` is given what it returns
 */
export type ShowPreviews = <Made, Found>(
  change: (tx: Database) => Promise<Made>,
  look: (ask: (path: string) => Promise<Response>, made: Made) => Promise<Found>,
  by?: PreviewBy,
) => Promise<Found>;
export const showPreviews = createContext<ShowPreviews>();

/**
 * Who sees such a preview: the owner, from a form or from the changes that wait, or people who were sent a link; or the
 * owner looks at the past.
 */
export type PreviewBy = "owner" | "changes" | "link" | PastPage;
/**
 * A page as it was. What is found out while the page is made is filled in until it is rendered.
 * @property when the moment, in words
 * @property now the address that leads to the page as it is now
 * @property isDraft visitors had no such page: the record was not published
 * @property unknown names of what history does not hold of that moment, `more` of them without a name
 * @property gone the ids of pictures of then that were deleted since
 */
export type PastPage = {
  when: string;
  now: string;
  isDraft: boolean;
  unknown: string[];
  more: number;
  gone: Set<string>;
};
/** Whether the page is a preview, and whose. */
export const previewBy = createContext<PreviewBy | null>(null);

/**
 * Where a page may say which other one it is but for some words, instead of being rendered; null where it is to be
 * rendered whatever it is.
 */
export const gapTaker = createContext<{ gap?: Gap } | null>(null);

/**
 * Asks for a page of this site as a visitor without a session gets it at this moment, past the cache.
 * @param path from the root, with its query
 * @param method HEAD where only the status counts: nothing is rendered then
 */
export type FetchAsVisitor = (path: string, method?: "GET" | "HEAD") => Promise<Response>;
export const fetchAsVisitor = createContext<FetchAsVisitor>();

/** Whether requests have shown that TRUST_PROXY does not fit the proxies in front of the site. */
export const isProxyUnfit = createContext(false);
