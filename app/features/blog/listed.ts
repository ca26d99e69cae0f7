import { bylineOf } from "./byline.ts";
import type { ResultPost } from "./card.tsx";
import type { PostCardRow } from "./queries.server.ts";
import { type DateSettings, shownDate } from "./shown-date.ts";

/** Returns a post's data for `PostResult`. */
export function asResult(row: PostCardRow, settings: DateSettings & { site_title: string }): ResultPost {
  const { slug, title, excerpt, category, author, created_at } = row;
  const date = shownDate(created_at, settings);
  return { slug, title, excerpt, category, author: bylineOf(author, settings.site_title), date };
}
