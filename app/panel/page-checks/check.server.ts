// Checks a page and stores the results for the site check.
import type { RouterContextProvider } from "react-router";
import { findImages } from "../../features/media/images.server.ts";
import { checkPage } from "../../features/page-checks/check-page.server.ts";
import { forgetPage, storePages } from "../../features/page-checks/queries.server.ts";
import { readFound } from "../../features/page-checks/read-found.ts";
import { configContext, fetchAsVisitor, ownerDb } from "../../platform/http/context.server.ts";
import { openKinds } from "../saving/open-kinds.server.ts";
import { loadOrToast } from "../saving/save.server.ts";
import { findEditor, findOutdated } from "./places.server.ts";

/** @returns the checks, the form that edits the page (or null), and texts that link to its old paths */
export async function checkPublishedPage(context: Readonly<RouterContextProvider>, path: string) {
  const db = context.get(ownerDb);
  const { siteUrl } = context.get(configContext);
  const [{ value: found }, { value: outdated }] = await Promise.all([
    loadOrToast(() => findEditor(db, path), "Failed to find a page's form"),
    loadOrToast(
      () => findOutdated(db, { path, siteUrl, kinds: openKinds(context) }),
      "Failed to find the content that links to a page",
    ),
  ]);
  const { known, ...editor } = found ?? {};
  const checked = await checkPage(path, {
    ...{ ask: context.get(fetchAsVisitor), siteUrl },
    known: { ...known, ...(outdated && { outdated: outdated.length }) },
    findOwn: async (texts) =>
      (await loadOrToast(() => findImages(db, texts), "Failed to find a page's images")).value ?? new Map(),
  });
  const { status, checks } = checked;
  await loadOrToast(async () => {
    if (checked.read) await storePages(db, [readFound(path, siteUrl, checked)]);
    else if (status === 404 || status === 410) await forgetPage(db, path);
  }, "Failed to store the results of a page check");
  return { checks, editor: "to" in editor ? editor : null, outdated };
}
