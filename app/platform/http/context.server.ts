import { createContext } from "react-router";
import type { Config } from "../config.server.ts";
import type { Database } from "../database/database.server.ts";
import type { Gap } from "./gap.ts";

/** Set in `server/app.ts` for loaders and actions. */
export const visitorDb = createContext<Database>();
export const ownerDb = createContext<Database>();
/**
 * The owner's database, even in an editor's requests. An editor's `ownerDb` can't read sessions, keys, people or
 * the security log (decision 0008).
 */
export const systemDb = createContext<Database>();
export const configContext = createContext<Config>();
/** UUID of a request, whose writes Undo reverts together. */
export const operationId = createContext<string>();

export type RequestInfo = {
  id: string;
  /** visitor's IP address, not that of the TRUST_PROXY proxies in front of the site */
  ip: string;
  isSecure: boolean;
  /** for the panel's scripts; undefined on public pages, which are cached */
  nonce: string | undefined;
};
export const requestInfo = createContext<RequestInfo>();

/**
 * True for a form post while the database is down. Loaders then use defaults, so visitors get the form back
 * with their input.
 */
export const isAnsweringFault = createContext(false);

/** True for a form post if the page was removed, or lost the form, after the visitor opened it. */
export const isFormGone = createContext(false);

/** Seconds until a rate limit reopens. If set, the body isn't read and the response is a 429. */
export const blockedSeconds = createContext(0);

/** If true, the response is a 503 with Retry-After, not a 500. */
export const isOutage = createContext(false);

/** If true, public pages stay in the cache after a panel action. */
export const isContentUntouched = createContext(false);

/** If true, a public page shows a notice and has no tracking. */
export const isOwnerVisiting = createContext(false);

/**
 * Renders a page after a change, then rolls the change back.
 * @param change makes the change and returns the path to show
 * @param by determines the notice on the page
 * @throws what `change` throws, and database errors
 */
export type ShowPreview = (change: (tx: Database) => Promise<string>, by?: PreviewBy) => Promise<Response>;
export const showPreview = createContext<ShowPreview>();

/**
 * Like `ShowPreview`, but `look` can request several pages, one at a time. Changed records stay locked until
 * `look` ends.
 * @param look receives the result of `change`
 */
export type ShowPreviews = <Made, Found>(
  change: (tx: Database) => Promise<Made>,
  look: (ask: (path: string) => Promise<Response>, made: Made) => Promise<Found>,
  by?: PreviewBy,
) => Promise<Found>;
export const showPreviews = createContext<ShowPreviews>();

/**
 * Who sees a preview: the owner (`owner` from a form, `changes` from pending changes) or anyone with the
 * `link`. `editing` pages carry marks (`platform/database/marks.server.ts`). `PastPage` is a page from the
 * history.
 */
export type PreviewBy = "owner" | "changes" | "link" | "editing" | PastPage;
/**
 * A page at an earlier time. Loaders add details during rendering.
 * @property when the time, as text
 * @property now path of the current version
 * @property isDraft the record wasn't published then
 * @property unknown names of data that the history lacks; `more` counts those without a name
 * @property gone IDs of images that were deleted since then
 */
export type PastPage = {
  when: string;
  now: string;
  isDraft: boolean;
  unknown: string[];
  more: number;
  gone: Set<string>;
};
/** Null unless the page is a preview. */
export const previewBy = createContext<PreviewBy | null>(null);

/** Lets a page reuse another page's HTML and replace some text; null if the page must be rendered. */
export const gapTaker = createContext<{ gap?: Gap } | null>(null);

/**
 * Fetches a page as a visitor without a session, bypassing the cache.
 * @param path from the root, with its query
 * @param method HEAD skips rendering
 */
export type FetchAsVisitor = (path: string, method?: "GET" | "HEAD") => Promise<Response>;
export const fetchAsVisitor = createContext<FetchAsVisitor>();

/** True if requests show that TRUST_PROXY is wrong. */
export const isProxyMisconfigured = createContext(false);
