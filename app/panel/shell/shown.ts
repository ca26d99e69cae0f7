// Keeps the last good data on screen if a tab can't be read (SPEC 8, decision 0035.31).
import { useEffect, useState } from "react";
import { isRouteErrorResponse, type Location, useLocation, useMatches, useNavigate } from "react-router";
import { messages } from "../../copy/messages.ts";
import { changes as changeWords } from "../../copy/panel/changes.ts";
import { deleted } from "../../copy/panel/deleted.ts";
import { enquiriesTab, personTab, subscribersTab } from "../../copy/panel/enquiries-tab.ts";
import { fetchFailures } from "../../copy/panel/fetch-failures.ts";
import { findReplace as replaceWords } from "../../copy/panel/find-replace.ts";
import { history } from "../../copy/panel/history.ts";
import { importWords } from "../../copy/panel/import.ts";
import { mediaTab } from "../../copy/panel/media.ts";
import { account } from "../../copy/panel/people.ts";
import { redirectWords } from "../../copy/panel/redirects.ts";
import { siteCheck } from "../../copy/panel/site-check.ts";
import { showToast, type ToastMessage } from "../../ui/panel/toaster.tsx";
import type { Route } from "./+types/layout";

type TabData = Record<string, unknown> & { fault?: ToastMessage | null };

/**
 * How a tab fails.
 * @property failed its toasts, one per thing it reads (SPEC 8)
 * @property list the part of its data that the tab can't do without; if the rest fails, the tab still works
 */
type Tab = { failed: readonly string[]; list?: string };

/** By route id. */
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
  "panel/case-studies/tab": { failed: [messages.caseStudy.fetchFailed], list: "list" },
  "panel/industries/tab": { failed: [messages.industry.fetchFailed], list: "list" },
  "panel/blog/tab": { failed: [messages.blogPost.fetchFailed], list: "list" },
  "panel/settings/tab": { failed: [messages.settings.fetchFailed], list: "settings" },
  "panel/deleted": { failed: [deleted.fetchFailed], list: "list" },
  "panel/enquiries/tab": { failed: [enquiriesTab.toasts.fetchFailed], list: "list" },
  "panel/enquiries/subscribers": { failed: [subscribersTab.toasts.fetchFailed], list: "list" },
  "panel/enquiries/person": { failed: [personTab.toasts.fetchFailed], list: "kept" },
  "panel/media/tab": { failed: [mediaTab.fetchFailed], list: "list" },
  "panel/changes/tab": { failed: [changeWords.fetchFailed], list: "changes" },
  "panel/activity/tab": { failed: [history.fetchFailed], list: "activity" },
  "panel/activity/record": { failed: [history.fetchFailed], list: "record" },
  "panel/account/tab": { failed: [account.toasts.fetchFailed] },
  "panel/import/tab": { failed: [importWords.fetchFailed], list: "list" },
  "panel/redirects/tab": { failed: [redirectWords.fetchFailed], list: "missing" },
};

/** The frame's route, whose data is read with every navigation. */
const FRAME = "panel";

/** What's on screen: its URL and data, and how to keep it after a failed navigation. */
let shown: { location: Location; data: Record<string, unknown>; stay: () => Promise<void> } | null = null;

/** Records what's on screen; used once, in the panel's frame. */
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
        // Back and Forward change the history entry before anything is read. Moving back avoids duplicate entries.
        await moveInHistory(place - placeInHistory());
        // Replaces the failed navigation's entry without reading anything.
        navigate(location, {
          replace: true,
          preventScrollReset: true,
          defaultShouldRevalidate: false,
          state: location.state,
        });
      },
    };
    // The error page stores nothing.
    return () => {
      shown = null;
    };
  }, [location, matches, navigate]);
}

/** The router numbers its history entries. */
const placeInHistory = (): number => window.history.state?.idx ?? Number.NaN;

async function moveInHistory(steps: number) {
  if (!steps) return;
  await new Promise((resolve) => {
    addEventListener("popstate", resolve, { once: true });
    window.history.go(steps);
  });
}

/**
 * Reads a tab. If that fails, because the connection broke or the server or database couldn't respond, the spec's toast
 * says so. A tab that re-reads itself keeps its data, a form that's being closed closes, and an owner who opened
 * another tab stays on the current one.
 */
export const keepLastData: Route.ClientMiddlewareFunction = async ({ request, url }, next) => {
  const results = await next();
  const id = Object.keys(results).find((id) => TABS[id]);
  const tab = id && TABS[id];
  // Saves report their own results.
  if (!tab || !shown || request.method !== "GET" || request.signal.aborted) return results;
  const failure = failureOf(results[id]!, tab);
  if (!failure) return results;

  const here = shown.location;
  const before = shown.data[id] as TabData | undefined;
  const isTab = here.pathname === url.pathname;
  // The other tab opens and reports that its list can't be shown.
  if (failure.isAnswered && !(isTab && before)) return results;
  for (const toast of failure.toasts) showToast({ ...toast, isOfScreen: true });
  const step = isTab && before ? stepOf(new URLSearchParams(here.search), url.searchParams) : "away";
  if (step === "away" || !before) {
    await shown.stay();
    return results;
  }
  // The form that the URL opens is in one of these.
  const data = step === "closing" ? { ...before, opened: null, text: null } : before;
  return {
    ...results,
    [id]: { type: "data", result: data },
    ...(results[FRAME] && { [FRAME]: { type: "data", result: shown.data[FRAME] } }),
  };
};

type Result = { type: "data" | "error"; result: unknown };

/** @returns the toasts, and whether the tab shows the error itself; null if it could be read */
function failureOf(
  { type, result }: Result,
  tab: Tab,
): { toasts: ToastMessage[]; isAnswered: boolean } | null {
  if (type === "data") {
    const { fault, ...data } = (result ?? {}) as TabData;
    if (!fault || !tab.list || data[tab.list] != null) return null;
    return { toasts: [fault], isAnswered: true };
  }
  // A 404 and an ended session have their own pages, and the router follows a redirect.
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

/** Returns whether a browser's request failed on the network; each browser words it differently. */
export const isNoAnswer = (error: unknown) =>
  error instanceof TypeError &&
  /fetch|network|load failed|imported? module|importing a module/i.test(error.message);

/** The URL keys that open a form. */
const OPENS = ["edit", "add", "seo"];
/** Other URL keys of an open form: the text key to start with, and whether to show the draft. */
const OF_FORM = [...OPENS, "draft", "from"];

/** Returns whether a tab re-reads itself, closes a form, or should show something else. */
export function stepOf(from: URLSearchParams, to: URLSearchParams): "again" | "closing" | "away" {
  const keys = new Set([...from.keys(), ...to.keys()]);
  const changed = [...keys].filter((key) => from.get(key) !== to.get(key));
  if (changed.length === 0) return "again";
  const isClosed = changed.some((key) => OPENS.includes(key));
  return isClosed && changed.every((key) => OF_FORM.includes(key) && !to.has(key)) ? "closing" : "away";
}

/**
 * Loads the tabs' code once the page is idle, so they only need the network for data: the router reloads the whole page
 * if a tab's script is unavailable.
 * @returns whether all are loaded
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
    // Safari has no idle callback.
    if (!globalThis.requestIdleCallback) return void setTimeout(load, 1000);
    const idle = requestIdleCallback(load);
    return () => cancelIdleCallback(idle);
  }, []);
  return isDone;
}

type Manifest = { routes: Record<string, { id: string; module: string }> };
