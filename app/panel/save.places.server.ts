// Where the site shows a text, for links to it.
import { href } from "react-router";
import { listPublishedPosts } from "../features/blog/queries.server.ts";
import { listLatestCaseStudies } from "../features/case-studies/queries.server.ts";
import { findGonePath } from "../features/redirects/queries.owner.server.ts";
import { builtInValue } from "../features/website-content/built-in.ts";
import { listPageTexts } from "../features/website-content/lists.server.ts";
import { type ShownAt, shownAt } from "../features/website-content/shown-at.ts";
import { firstWords, textFragment } from "../features/website-content/text-fragment.ts";
import type { TextKey } from "../features/website-content/text-key.ts";
import type { Database } from "../platform/database.server.ts";

/** Around every page, and on the page of a service: their words may be the same as those of a page. */
const AROUND = ["header", "footer", "services"];

type Text = TextKey & { content_value: string; content_type: string };

/**
 * Where to see texts on the site.
 * @param texts those that will be asked for, with the values that they have now
 * @returns for one of them its address, with the end that makes a browser mark it; null where no page shows it
 */
export async function readPlaces(
  db: Database,
  texts: readonly Text[],
): Promise<(text: Text) => ShownAt | null> {
  const names = [...new Set([...AROUND, ...texts.map(({ page_name }) => page_name)])];
  const [onPages, [post], [caseStudy], gone] = await Promise.all([
    listPageTexts(db, names),
    listPublishedPosts(db, { limit: 1 }),
    listLatestCaseStudies(db, 1),
    findGonePath(db),
  ]);
  const examples = {
    post: post ? href("/blog/:slug", post) : null,
    caseStudy: caseStudy ? href("/case-studies/:slug", caseStudy) : null,
    gone,
  };
  const words = onPages.map((text) => ({ ...text, words: firstWords(text) }));
  return (text) => {
    if (builtInValue(text) === undefined) return null;
    const place = shownAt(text, examples);
    if (place.path === null) return place;
    const page = words.filter(({ page_name }) => page_name === text.page_name || AROUND.includes(page_name));
    const headline = page.find(
      ({ page_name, section_name, content_key }) =>
        page_name === text.page_name && section_name === text.section_name && content_key === "title",
    );
    const all = page.map((one) => one.words).filter(Boolean);
    return { path: place.path + textFragment(firstWords(text), all, headline?.words ?? "") };
  };
}
