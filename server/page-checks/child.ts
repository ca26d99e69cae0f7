// The site check process renders pages as visitors get them, and reads the database with their rights.
import os from "node:os";
import { LISTED_PAGES } from "../../app/copy/site/page-names.ts";
import { pagePath } from "../../app/copy/site/page-path.ts";
import { findImages } from "../../app/features/media/images.server.ts";
import type { SiteCheckTrouble } from "../../app/features/page-checks/queries.server.ts";
import type { Known } from "../../app/features/page-checks/rule.ts";
import { kindsWith, recordAt } from "../../app/features/records/kinds.server.ts";
import { listUnlisted } from "../../app/features/records/queries.server.ts";
import { type Database, openDatabases } from "../../app/platform/database/database.server.ts";
import { log } from "../../app/platform/log.server.ts";
import { answer, receiveTask } from "../channel.ts";
import type { Stop } from "../graceful-shutdown.ts";
import { headersOfAll } from "../http/security-headers.ts";
import { ImageFiles } from "../images/image-files.ts";
import { choosePages, crawlPages, listPages, SitemapUnreadable, SiteUnavailable } from "./crawl.ts";

export async function runSiteCheckTask(stop: Stop) {
  try {
    os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // If lowering the priority isn't allowed, continue without it.
  }
  const [{ check }] = await receiveTask<"site-check">(stop);
  const { config, connection, visitorRole, known } = check;
  const [{ openVisitor }, { readClient }] = await Promise.all([
    import("../visitor.ts"),
    import("../client.ts"),
  ]);
  const databases = openDatabases(connection, { visitorRole, owner: 1, visitor: 1 });
  stop.add("database connections", () => databases.close());
  const { visitor: db, owner: ownerDb } = databases;
  const images = new ImageFiles({ db, ownerDb, config, log, headers: headersOfAll(config) });
  const { ask } = openVisitor({ config, databases, images }, readClient(config));
  const stopping = new AbortController();
  stop.asked.then(() => stopping.abort());
  try {
    const unlisted = kindsWith("page").map(({ page }) => listUnlisted(db, page, config.siteUrl));
    const paths = [...(await listPages(ask, config.siteUrl)), ...(await Promise.all(unlisted)).flat()];
    const chosen = choosePages(paths, new Map(known));
    answer({ is: "listed", paths, due: chosen.length });
    await crawlPages(chosen, {
      ...{ ask, siteUrl: config.siteUrl, signal: stopping.signal },
      knownOf: (path) => knownOf(db, path),
      findOwn: (texts) => findImages(db, texts),
      tell: (pages) => answer({ is: "read", pages }),
    });
    if (!stop.isAsked) answer({ is: "checked", trouble: null });
  } catch (error) {
    log.warn({ err: error }, "The site check failed");
    answer({ is: "checked", trouble: troubleOf(error) });
  }
  stop.ask();
}

function troubleOf(error: unknown): SiteCheckTrouble {
  if (error instanceof SitemapUnreadable) return "sitemap";
  return error instanceof SiteUnavailable ? "away" : "crashed";
}

/** Returns facts about a page that aren't in its HTML, limited to what visitors may see. */
async function knownOf(db: Database, path: string): Promise<Known> {
  const record = recordAt(path);
  if (record) return { excerpt: (await record.kind.page.face(db, record.slug))?.excerpt };
  return { hasOwnKeywords: LISTED_PAGES.some((name) => pagePath(name) === path) };
}
