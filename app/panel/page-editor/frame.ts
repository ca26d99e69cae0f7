// `GET …/edit-page/frame?path=` serves a page with pending changes and marked texts, for the editor's frame.
import { and, eq, isNull } from "drizzle-orm";
import type { PgTable, PgUpdateSetSource } from "drizzle-orm/pg-core";
import { pageEditor as words } from "../../copy/panel/page-editor.ts";
import { applyChanges, findGone } from "../../features/changes/apply.server.ts";
import { listChanges } from "../../features/changes/publish.server.ts";
import { PRIVATE } from "../../features/changes/within-preview.server.ts";
import { describeText, listUnmarked } from "../../features/page-editing/describe.server.ts";
import { resolveSlugs } from "../../features/page-editing/mark-rows.server.ts";
import { PAGE_TEXTS } from "../../features/page-editing/page-text.ts";
import { recordAt } from "../../features/records/kinds.server.ts";
import { localPath } from "../../features/redirects/paths.ts";
import { letPanelFrame } from "../../features/sign-in/panel-page.server.ts";
import { rightOfKind } from "../../features/staff/rights.ts";
import { may } from "../../features/staff/signed-in.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { annotate, type MarkedText, type Marks, marksOf } from "../../platform/database/marks.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { configContext, ownerDb, showPreview, systemDb } from "../../platform/http/context.server.ts";
import { makeInert } from "../../platform/http/inert-page.server.ts";
import { plainPage } from "../../platform/http/plain-page.server.ts";
import { log } from "../../platform/log.server.ts";
import { isCrowded } from "../../platform/work-queue.ts";
import type { Route } from "./+types/frame";
import { pageNameOf, readPath } from "./path.server.ts";

export async function loader({ url, context }: Route.LoaderArgs) {
  const db = context.get(ownerDb);
  const path = readPath(url.searchParams.get("path"));
  try {
    const changes = (await listChanges(db)).filter(({ kind }) => may(context, rightOfKind(kind)));
    const named = pageNameOf(path);
    let found: Marks | undefined;
    let unmarked: MarkedText[] = [];
    const page = await context.get(showPreview)(async (tx) => {
      // A deleted record is on no page, so its draft doesn't matter.
      const gone = new Set(await findGone(tx, changes));
      const shown = changes.filter((change) => !gone.has(change));
      if (shown.length) await applyChanges(tx, shown, "take").catch(skipRefused);
      await publishForNow(tx, path);
      found = marksOf(tx);
      unmarked = await listUnmarked(tx, path, named);
      return path;
    }, "editing");
    const to = localPath(page.headers.get("Location") ?? "", context.get(configContext).siteUrl);
    if (page.headers.has("Location")) {
      const next = new URL(url);
      next.searchParams.set("path", readPath(to));
      // Unlike those of `Response.redirect`, these headers can be added to.
      return new Response(null, { status: 302, headers: { Location: next.href } });
    }
    const html = withLateSheets(annotate(await page.text()));
    // Added pages use the 404 page's route but have none of its texts.
    const isAdded = named === "not-found" && page.status === 200;
    const name = isAdded ? "" : named;
    const marked = found?.texts ?? [];
    await resolveSlugs(db, marked);
    const known = new Set(marked.map(({ id }) => id));
    const marks = new Map(marked.map((text) => [keyOf(text), text]));
    const rest = unmarked.filter((text) => {
      const { kind, id } = text;
      const same = marks.get(keyOf(text));
      // Links to the page have its words, too.
      if (same && text.isFound) same.isFound = true;
      // The forms of some kinds would be a 404.
      return (
        !same &&
        may(context, rightOfKind(kind)) &&
        !(kind === "website-content" && known.has(id)) &&
        !(isAdded && /^not-found(:|$)/.test(id))
      );
    });
    const texts = [...marked, ...rest].map((text) => describeText(text, name));
    const block = `<script type="application/json" id="${PAGE_TEXTS}">${asData(texts)}</script>`;
    const { status } = page;
    const shown = new Response(
      html.replace("</body>", () => `${block}</body>`),
      { status, headers: page.headers },
    );
    const { headers } = makeInert(shown);
    for (const [name, value] of Object.entries(PRIVATE)) headers.set(name, value);
    for (const name of ["Speculation-Rules", "Link"]) headers.delete(name);
    const policy = headers.get("Content-Security-Policy") ?? "";
    headers.set("Content-Security-Policy", policy.replace(/script-src [^;]*/, "script-src 'none'"));
    return letPanelFrame(shown, context.get(systemDb), url.searchParams.get("frame"));
  } catch (error) {
    if (!(error instanceof Refused) && !isCrowded(error))
      log.error({ err: error }, "A page couldn't be rendered for the page editor");
    const text = error instanceof Refused ? error.message : words.failed;
    return letPanelFrame(
      plainPage(words.title, [text], 503),
      context.get(systemDb),
      url.searchParams.get("frame"),
    );
  }
}

const keyOf = ({ kind, id, field, path }: MarkedText) => JSON.stringify([kind, id, field, path]);

/** Shows an unpublished record's page instead of the 404 page. The preview's transaction is rolled back. */
async function publishForNow(tx: Database, path: string) {
  const at = recordAt(new URL(path, "http://site").pathname);
  if (!at) return;
  const { table } = at.kind.page;
  await tx
    .update(table as PgTable)
    .set({ published: true } as PgUpdateSetSource<PgTable>)
    .where(and(eq(table.slug, at.slug), isNull(table.deleted_at), eq(table.published, false)));
}

/** A draft that breaks a form rule, such as one with a taken slug, is left out. All others are applied by then. */
const skipRefused = (error: unknown) => {
  if (!(error instanceof Refused)) throw error;
};

const asData = (value: unknown) => JSON.stringify(value).replaceAll("<", "\\u003c");

/** Loads the late style sheets right away, because the frame runs no scripts. */
const withLateSheets = (html: string) => html.replace(/<noscript data-late>([\s\S]*?)<\/noscript>/, "$1");
