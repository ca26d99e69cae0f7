// Compares what search engines read on a page before and after publishing.
import { searchChanges as words } from "../../copy/panel/search-changes.ts";
import { mainHeadingsOf, type PageFacts, robotsOf } from "./facts.ts";

/** `before` or `after` is empty if the page has no such value. */
export type SearchChange = { label: string; before: string; after: string };

function typesIn(data: readonly string[]): string {
  const types = data.flatMap((json) => [...json.matchAll(/"@type":\s*(?:"([^"]+)"|\[([^\]]*)\])/g)]);
  const names = types.flatMap(([, one, several]) => (one ? [one] : several!.replace(/"/g, "").split(",")));
  return [...new Set(names)].sort().join(", ");
}

const READ: Record<keyof typeof words.labels, (facts: PageFacts) => string> = {
  title: ({ titles }) => titles.first,
  description: ({ description }) => description ?? "",
  heading: (facts) => mainHeadingsOf(facts).join(" · "),
  robots: robotsOf,
  canonical: ({ canonicals }) => canonicals[0] ?? "",
  data: ({ blocks }) => typesIn(blocks),
};

/**
 * Returns the differences between two versions of a page.
 * @param before null if the page isn't published
 */
export function findSearchChanges(before: PageFacts | null, after: PageFacts): SearchChange[] {
  const changes = Object.entries(words.labels).map(([name, label]) => {
    const read = READ[name as keyof typeof words.labels];
    return { label, before: before ? read(before) : "", after: read(after) };
  });
  const only = (one: PageFacts, other: PageFacts) =>
    [...one.own.links].filter((link) => !other.own.links.has(link)).join(", ");
  const links = {
    label: words.links,
    before: before ? only(before, after) : "",
    after: before ? only(after, before) : "",
  };
  return [...changes, links].filter((change) => change.before !== change.after);
}
