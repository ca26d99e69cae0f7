// What a search engine would read differently on a page once it is published.
import { searchChanges as words } from "../../copy/panel/search-changes.ts";
import type { PageFacts } from "./page-facts.server.ts";

/** One thing that changes; empty where the page has none. */
export type SearchChange = { label: string; before: string; after: string };

/** The kinds of things that structured data names, such as `Article`. */
function typesIn(data: readonly string[]): string {
  const types = data.flatMap((json) => [...json.matchAll(/"@type":\s*(?:"([^"]+)"|\[([^\]]*)\])/g)]);
  const names = types.flatMap(([, one, several]) => (one ? [one] : several!.replace(/"/g, "").split(",")));
  return [...new Set(names)].sort().join(", ");
}

const READ: Record<keyof typeof words.labels, (facts: PageFacts) => string> = {
  title: ({ title }) => title ?? "",
  description: ({ description }) => description ?? "",
  heading: ({ headings }) => headings.join(" · "),
  robots: ({ robots }) => robots ?? "",
  canonical: ({ canonical }) => canonical ?? "",
  data: ({ data }) => typesIn(data),
};

/**
 * What changes between a page as it is and as it would be.
 * @param before null where visitors find nothing there yet
 */
export function findSearchChanges(before: PageFacts | null, after: PageFacts): SearchChange[] {
  const changes = Object.entries(words.labels).map(([name, label]) => {
    const read = READ[name as keyof typeof words.labels];
    return { label, before: before ? read(before) : "", after: read(after) };
  });
  const gone = before?.links.filter((link) => !after.links.includes(link)) ?? [];
  const added = before ? after.links.filter((link) => !before.links.includes(link)) : [];
  const links = { label: words.links, before: gone.join(", "), after: added.join(", ") };
  return [...changes, links].filter((change) => change.before !== change.after);
}
