// Keeps the last good data on screen when a tab's loader fails (SPEC 8, decision 0035.31).
import { useEffect, useState } from "react";
import { isRouteErrorResponse, type Location, useLocation, useMatches, useNavigate } from "react-router";
import { messages } from "../../copy/messages.ts";
import { calendarWords } from "../../copy/panel/calendar.ts";
import { changes as changeWords } from "../../copy/panel/changes.ts";
import { deleted } from "../../copy/panel/deleted.ts";
import { enquiriesTab, personTab } from "../../copy/panel/enquiries-tab.ts";
import { fetchFailures } from "../../copy/panel/fetch-failures.ts";
import { findReplace as replaceWords } from "../../copy/panel/find-replace.ts";
import { history } from "../../copy/panel/history.ts";
import { importWords } from "../../copy/panel/import.ts";
import { mediaTab } from "../../copy/panel/media.ts";
import { account, peopleTab } from "../../copy/panel/people.ts";
import { KIND_TABS } from "../../copy/panel/record-kinds.ts";
import { redirectWords } from "../../copy/panel/redirects.ts";
import { siteCheck } from "../../copy/panel/site-check.ts";
import { subscribersTab } from "../../copy/panel/subscribers.ts";
import { webhookWords } from "../../copy/panel/webhooks.ts";
import { yieldWords } from "../../copy/panel/yield.ts";
import { showToast, type ToastMessage } from "../../ui/panel/toaster.tsx";
import type { Route } from "./+types/layout";

type TabData = Record<string, unknown> & { fault?: ToastMessage | null };

/**
 * @property failed titles of the toasts, one for each part of the data (SPEC 8)
 * @property list the part that the tab can't work without
 */
type Tab = { failed: readonly string[]; list?: string };

export const TABS: Record<string, Tab> = {
  "panel/dashboard/tab": { failed: [fetchFailures.dashboard] },
  "panel/pages/tab": {
    failed: [messages.content.fetchPageFailed, messages.pageSeo.fetchFailed],
    list: "list",
  },
  "panel/pages/added": { failed: [messages.landingPage.fetchFailed], list: "list" },
  "panel/page-checks/site": { failed: [siteCheck.fetchFailed], list: "check" },
  "panel/content/tab": { failed: [messages.content.fetchFailed], list: "list" },
  "panel/content/replace": { failed: [replaceWords.fetchFailed], list: "found" },
  "panel/page-editor/tab": { failed: [messages.content.fetchFailed] },
  ...Object.fromEntries(
    KIND_TABS.map(({ id, fetchFailed }) => [`panel/${id}/tab`, { failed: [fetchFailed], list: "list" }]),
  ),
  "panel/settings/tab": { failed: [messages.settings.fetchFailed], list: "page" },
  "panel/people/tab": { failed: [peopleTab.toasts.fetchFailed], list: "list" },
  "panel/deleted": { failed: [deleted.fetchFailed], list: "list" },
  "panel/enquiries/tab": { failed: [enquiriesTab.toasts.fetchFailed], list: "list" },
  "panel/enquiries/subscribers": { failed: [subscribersTab.toasts.fetchFailed], list: "list" },
  "panel/enquiries/yield": { failed: [yieldWords.fetchFailed], list: "list" },
  "panel/enquiries/person": { failed: [personTab.toasts.fetchFailed], list: "kept" },
  "panel/media/tab": { failed: [mediaTab.fetchFailed], list: "list" },
  "panel/changes/tab": { failed: [changeWords.fetchFailed], list: "changes" },
  "panel/changes/calendar": { failed: [calendarWords.fetchFailed], list: "calendar" },
  "panel/activity/tab": { failed: [history.fetchFailed], list: "activity" },
  "panel/activity/record": { failed: [history.fetchFailed], list: "record" },
  "panel/account/tab": { failed: [account.toasts.fetchFailed] },
  "panel/import/tab": { failed: [importWords.fetchFailed], list: "list" },
  "panel/webhooks/tab": { failed: [webhookWords.errors.fetchFailed], list: "list" },
  "panel/redirects/tab": { failed: [redirectWords.fetchFailed], list: "missing" },
};

/** The frame's loader runs on every navigation. */
const FRAME = "panel";

/** `stay` restores the URL and data after a failed navigation. */
let shown: { location: Location; data: Record<string, unknown>; stay: () => Promise<void> } | null = null;

/** Records what's on screen. Call it once, in the panel's frame. */
export function useShown() {
  const location = useLocation();
  const matches = useMatches();
  const navigate = useNavigate();
  useEffect(() => {
    const place = placeInHistory();
    shown = {
      location,
      data: Object.fromEntries(matches.map(({ id, loaderData }) => [id, loaderData])),
      stay: async () => {
        // Back and Forward change the history entry before loaders run. Returning to the shown page's
        // entry first avoids duplicates.
        await moveInHistory(place - placeInHistory());
        // Cancels the failed navigation without running loaders.
        navigate(location, {
          replace: true,
          preventScrollReset: true,
          defaultShouldRevalidate: false,
          state: location.state,
        });
      },
    };
    // The error page has no data to keep.
    return () => {
      shown = null;
    };
  }, [location, matches, navigate]);
}

/** Returns React Router's index of the current history entry. */
const placeInHistory = (): number => window.history.state?.idx ?? Number.NaN;

async function moveInHistory(steps: number) {
  if (!steps) return;
  await new Promise((resolve) => {
    addEventListener("popstate", resolve, { once: true });
    window.history.go(steps);
  });
}

/**
 * Shows the spec's toast when a tab's loader fails. A revalidating tab keeps its data, and a form
 * that was being closed still closes. If the owner was opening another tab, the current tab stays, unless the other
 * tab reports the error itself.
 */
export const keepLastData: Route.ClientMiddlewareFunction = async ({ request, url }, next) => {
  const results = await next();
  const id = Object.keys(results).find((id) => TABS[id]);
  const tab = id && TABS[id];
  if (!tab || !shown || request.method !== "GET" || request.signal.aborted) return results;
  const failure = failureOf(results[id]!, tab);
  if (!failure) return results;

  const here = shown.location;
  const before = shown.data[id] as TabData | undefined;
  const isTab = here.pathname === url.pathname;
  // Open the other tab, which then reports that its list is unavailable.
  if (failure.isAnswered && !(isTab && before)) return results;
  for (const toast of failure.toasts) showToast({ ...toast, isOfScreen: true });
  const step = isTab && before ? stepOf(new URLSearchParams(here.search), url.searchParams) : "away";
  if (step === "away" || !before) {
    await shown.stay();
    return results;
  }
  // The form's record is in `opened` or `text`.
  const data = step === "closing" ? { ...before, opened: null, text: null } : before;
  return {
    ...results,
    [id]: { type: "data", result: data },
    ...(results[FRAME] && { [FRAME]: { type: "data", result: shown.data[FRAME] } }),
  };
};

type Result = { type: "data" | "error"; result: unknown };

/** @returns toasts, and whether the tab shows the error itself; null without an error */
function failureOf(
  { type, result }: Result,
  tab: Tab,
): { toasts: ToastMessage[]; isAnswered: boolean } | null {
  if (type === "data") {
    const { fault, ...data } = (result ?? {}) as TabData;
    if (!fault || !tab.list || data[tab.list] != null) return null;
    return { toasts: [fault], isAnswered: true };
  }
  // 404s and expired sessions have their own pages, and the router follows redirects.
  const isAnswer = result instanceof Response;
  if (isAnswer || (isRouteErrorResponse(result) && [401, 404].includes(result.status))) return null;
  const text = reasonOf(result);
  return { toasts: tab.failed.map((title) => ({ tone: "bad", title, text })), isAnswered: false };
}

function reasonOf(error: unknown): string {
  if (!navigator.onLine) return fetchFailures.offline;
  if (isRouteErrorResponse(error) && error.status === 403) return fetchFailures.outdated;
  return isNoAnswer(error) ? fetchFailures.unreachable : fetchFailures.fault;
}

/** Returns whether a request failed on the network. Every browser words this error differently. */
export const isNoAnswer = (error: unknown) =>
  error instanceof TypeError &&
  /fetch|network|load failed|imported? module|importing a module/i.test(error.message);

/** Query keys that open a form. */
const OPENS = ["edit", "add", "seo"];
/** Query keys of an open form: a draft, a suggested redirect, or the starting point of a landing page. */
const OF_FORM = [...OPENS, "draft", "from", "to", "do", "of", "about", "city", "state", "industry"];

export function stepOf(from: URLSearchParams, to: URLSearchParams): "again" | "closing" | "away" {
  const keys = new Set([...from.keys(), ...to.keys()]);
  const changed = [...keys].filter((key) => from.get(key) !== to.get(key));
  if (changed.length === 0) return "again";
  const isClosed = changed.some((key) => OPENS.includes(key));
  return isClosed && changed.every((key) => OF_FORM.includes(key) && !to.has(key)) ? "closing" : "away";
}

/**
 * Loads all tabs' code once the page is idle. Otherwise a network error would make React Router reload the
 * page.
 */
export function usePreloadedTabs(): boolean {
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    const manifest = (globalThis as { __reactRouterManifest?: Manifest }).__reactRouterManifest;
    const load = async () => {
      const tabs = Object.values(manifest?.routes ?? {}).filter(({ id }) => TABS[id]);
      await Promise.allSettled(tabs.map(({ module }) => import(/* @vite-ignore */ module)));
      setDone(true);
    };
    // Safari lacks `requestIdleCallback`.
    if (!globalThis.requestIdleCallback) return void setTimeout(load, 1000);
    const idle = requestIdleCallback(load);
    return () => cancelIdleCallback(idle);
  }, []);
  return isDone;
}

type Manifest = { routes: Record<string, { id: string; module: string }> };
