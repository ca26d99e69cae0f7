import { createContext } from "react-router";
import type { Config } from "../config.server.ts";
import type { Database } from "../database/database.server.ts";
import type { Gap } from "./gap.ts";

/** What each request carries into loaders and actions; set once per request in `server/app.ts`. */
export const visitorDb = createContext<Database>();
export const ownerDb = createContext<Database>();
/**
 * The owner's database, no matter who is signed in: for sessions, keys, people and the security log, which an
 * editor's `ownerDb` can't read (decision 0008).
 */
export const systemDb = createContext<Database>();
export const configContext = createContext<Config>();
/** A UUID for everything that one panel request writes, which Undo reverts together. */
export const operationId = createContext<string>();

/** Facts about the request that aren't in its URL. */
export type RequestInfo = {
  /** identifies the request in logs and on error pages */
  id: string;
  /** the visitor's IP address, behind the configured number of proxies (TRUST_PROXY) */
  ip: string;
  /** whether the visitor's own connection is https */
  isSecure: boolean;
  /** the nonce of the panel's scripts; public pages are cacheable and have none */
  nonce: string | undefined;
};
export const requestInfo = createContext<RequestInfo>();

/**
 * Set for a form that arrives while the database is down, and by an action that couldn't reach it. The loaders that
 * render the response then use built-in defaults instead of failing too, so that the visitor gets the form back with
 * everything they typed.
 */
export const isAnsweringFault = createContext(false);

/**
 * Set if a sender is known to be over a limit: the body isn't read then, and the response is a 429. The value is the
 * seconds until the limit opens again.
 */
export const blockedSeconds = createContext(0);

/** Set if a page failed because of the database: the response is then 503 with Retry-After instead of 500. */
export const isOutage = createContext(false);

/** Set by a panel action that changed nothing visible to visitors, so that rendered pages stay in the cache. */
export const isContentUntouched = createContext(false);

/** Whether the signed-in owner is viewing a public page, which then has no tracking and a notice about that. */
export const isOwnerVisiting = createContext(false);

/**
 * Shows the owner a page as it would be after a change, which is made in a transaction and rolled back.
 * @param change makes the change and returns the path to show
 * @param by the notice at the top of the page
 * @throws what `change` throws, and database errors
 */
export type ShowPreview = (change: (tx: Database) => Promise<string>, by?: PreviewBy) => Promise<Response>;
export const showPreview = createContext<ShowPreview>();

/**
 * Like `ShowPreview` but for several pages with a single change: `look` requests them one at a time. Anything
 * else should be done outside it, because the changed records are locked until it has finished.
 * @param change makes the change; `look` receives its result
 */
export type ShowPreviews = <Made, Found>(
  change: (tx: Database) => Promise<Made>,
  look: (ask: (path: string) => Promise<Response>, made: Made) => Promise<Found>,
  by?: PreviewBy,
) => Promise<Found>;
export const showPreviews = createContext<ShowPreviews>();

/**
 * Who sees a preview: the owner, from a form or from pending changes, or people with a link. Or the owner is viewing
 * the past. `editing`: the page editor, whose pages carry marks (`platform/database/marks.server.ts`).
 */
export type PreviewBy = "owner" | "changes" | "link" | "editing" | PastPage;
/**
 * A page as it was at some time. Details found while loading the page are filled in until it is rendered.
 * @property when the time, in words
 * @property now the path of the page as it is now
 * @property isDraft visitors had no such page: the record wasn't published
 * @property unknown names of what history doesn't have for that time; `more` is how many more there are without a name
 * @property gone the IDs of images of that time that have been deleted since then
 */
export type PastPage = {
  when: string;
  now: string;
  isDraft: boolean;
  unknown: string[];
  more: number;
  gone: Set<string>;
};
/** Whether the page is a preview, and whose; null if it isn't. */
export const previewBy = createContext<PreviewBy | null>(null);

/**
 * Lets a page return another page that differs only in some words, instead of being rendered; null if it must be
 * rendered in any case.
 */
export const gapTaker = createContext<{ gap?: Gap } | null>(null);

/**
 * Fetches a page of this site as a visitor without a session gets it now, bypassing the cache.
 * @param path from the root, with its query
 * @param method HEAD if only the status matters; nothing is rendered then
 */
export type FetchAsVisitor = (path: string, method?: "GET" | "HEAD") => Promise<Response>;
export const fetchAsVisitor = createContext<FetchAsVisitor>();

/** Whether requests have shown that TRUST_PROXY doesn't match the proxies in front of the site. */
export const isProxyMisconfigured = createContext(false);
