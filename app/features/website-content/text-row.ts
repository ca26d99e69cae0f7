import { pagePath } from "../../copy/page-path.ts";
import { type PageName, pages } from "../../copy/pages.ts";
import { shortDate } from "../../platform/dates.ts";
import type { SiteText } from "./queries.server.ts";
import { shownValue } from "./shown-value.ts";

/** A text as a row of the panel's table. */
export type TextRow = ReturnType<typeof toTextRow>;

/**
 * @param timeZone the site's, for the date
 * @returns `path` is where the text can be seen, null where no page shows it
 */
export function toTextRow({ builtIn, updated_at, content_value, ...text }: SiteText, timeZone: string) {
  return {
    ...text,
    shown: shownValue({ ...text, content_value }),
    updated: updated_at && shortDate(updated_at, timeZone),
    isShown: builtIn !== undefined,
    path: builtIn === undefined ? null : pathOf(text.page_name),
  };
}

/** Header and footer are around every page; the home page shows them too. */
const pathOf = (name: string) => (Object.hasOwn(pages, name) ? pagePath(name as PageName) : "/");
