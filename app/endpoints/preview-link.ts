// `GET /preview/<token>/<path>`: a page with its pending changes, for anyone who has the link.
import { previewLink as words } from "../copy/preview-link.ts";
import { applyChanges } from "../features/changes/apply.server.ts";
import { countOpening, findPreviewLink } from "../features/changes/links.server.ts";
import { listChanges } from "../features/changes/publish.server.ts";
import { PRIVATE, withinPreview } from "../features/changes/within-preview.server.ts";
import { countAttempt } from "../platform/database/rate-limit.server.ts";
import { Refused } from "../platform/database/refused.ts";
import { configContext, ownerDb, requestInfo, showPreview } from "../platform/http/context.server.ts";
import { networkOf } from "../platform/http/network.ts";
import { plainPage } from "../platform/http/plain-page.server.ts";
import { log } from "../platform/log.server.ts";
import { isCrowded } from "../platform/work-queue.ts";
import type { Route } from "./+types/preview-link";

const PER_ADDRESS = { name: "preview-link", points: 30, seconds: 60 };
const RETRY_SECONDS = 5;

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const db = context.get(ownerDb);
  try {
    const seconds = await countAttempt(db, PER_ADDRESS, networkOf(context.get(requestInfo).ip));
    if (seconds) return say(words.tooMany, 429, { "Retry-After": String(seconds) });
    const path = `/${params["*"]}`;
    const link = withinPreview.hasPage(path) ? await findPreviewLink(db, params.token) : null;
    const changes = await listChanges(db, link?.records ?? []);
    if (!changes.length) return say(words.over, 404);
    const page = await context.get(showPreview)(async (tx) => {
      await applyChanges(tx, changes, "take");
      return path + url.search;
    }, "link");
    const { siteUrl } = context.get(configContext);
    const shown = await withinPreview.page(page, { prefix: `/preview/${params.token}`, siteUrl });
    if (!shown) return say(words.noPage, 404);
    await countOpening(db, link!.id);
    return shown;
  } catch (error) {
    if (error instanceof Refused) return say(words.failed, 409);
    if (!isCrowded(error)) log.error({ err: error }, "A shared preview couldn't be rendered");
    return say(words.failed, 503, { "Retry-After": String(RETRY_SECONDS) });
  }
}

const say = (text: string, status: number, more: Record<string, string> = {}) =>
  plainPage(words.title, [text], status, { ...PRIVATE, ...more });
