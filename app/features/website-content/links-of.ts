import { parseJson } from "../../platform/text/parse-json.ts";

const IN_HTML = /\bhref="([^"]*)"/g;
/** Matches text that's only a path, such as a menu item's target. */
const IS_PATH = /^\/(?!\/)\S*$/;

/** Returns the paths and URLs that a text links to, as written. */
export function linksOf({ content_type, content_value }: { content_type: string; content_value: string }) {
  const links: string[] = [];
  const look = (value: unknown) => {
    if (typeof value === "string") {
      if (IS_PATH.test(value)) links.push(value);
      for (const [, link = ""] of value.matchAll(IN_HTML)) links.push(link.replaceAll("&amp;", "&"));
    } else if (value && typeof value === "object") Object.values(value).forEach(look);
  };
  look(content_type === "json" ? parseJson(content_value) : content_value);
  return links;
}
