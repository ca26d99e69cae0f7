import { stat } from "node:fs/promises";
import { parse as parseToml } from "smol-toml";
import { parse as parseYaml } from "yaml";
import { addFinding, countIn, noteConverted, notImported, type ReadSource } from "../imported/item.ts";
import { convertHtml } from "./convert.server.ts";
import { markdownHtml } from "./markdown-html.server.ts";
import { itemOfFields, matchFields, type PlainField, unmatched } from "./plain-fields.server.ts";
import { readWhole } from "./text-file.server.ts";

const MAX_BYTES = 2 * 1024 * 1024;
const YAML = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;
/** Hugo and Zola write it. */
const TOML = /^\uFEFF?\+\+\+[ \t]*\r?\n([\s\S]*?)\r?\n\+\+\+[ \t]*(?:\r?\n|$)/;
/** Tags of Jekyll, Hugo and other systems. */
const RAW = /\{%-?\s*\w+[^%]*%\}|\{\{[<%][^}]*\}\}|^\{:[^}\n]*\}/gm;
/** MDX files load components. */
const MODULES = /^(?:import|export)\b.*\bfrom\s+["'].*$/gm;
/** Earlier URLs, as Hugo and Jekyll call them. */
const ALIASES = ["aliases", "redirect_from"];
const FIRST_HEADING = /^\s*#\s+(.+)\n?/;

/** Reads one Markdown file with YAML or TOML front matter. An invalid file is skipped and reported. */
export const readMarkdown: ReadSource = async function* ({ path, name }, summary) {
  const leave = (why: string) => {
    countIn(summary.found, "post");
    addFinding(summary.left, { title: name, why });
  };
  if ((await stat(path)).size > MAX_BYTES) return leave("It's larger than 2 MB.");
  const source = await readWhole(path);
  const toml = TOML.exec(source);
  const [whole = "", written = ""] = toml ?? YAML.exec(source) ?? [];
  let matter: Record<string, unknown> = {};
  try {
    // YAML aliases can expand to gigabytes.
    const parsed: unknown = toml ? parseToml(written) : parseYaml(written || "{}", { maxAliasCount: 0 });
    if (parsed && typeof parsed === "object" && !Array.isArray(parsed))
      matter = parsed as Record<string, unknown>;
  } catch (error) {
    return leave(`Its front matter isn't valid: ${(error as Error).message.split("\n")[0]!.slice(0, 200)}`);
  }
  const columns = matchFields(Object.keys(matter));
  // In front matter, `description` is the meta description.
  if (columns.content) columns.metaDescription ??= columns.content;
  const text = name.endsWith(".mdx")
    ? source.slice(whole.length).replace(MODULES, "")
    : source.slice(whole.length);
  const heading = columns.title ? null : FIRST_HEADING.exec(text);
  const body = text.slice(heading?.[0].length ?? 0);
  const slug = name.replace(/\.\w+$/, "");
  const value = (field: PlainField): string => {
    if (field === "title" && !columns.title) return heading?.[1]?.trim() || slug.replace(/[-_]+/g, " ");
    return textOfValue(matter[columns[field] ?? ""]);
  };
  const { siteUrl } = summary;
  const { html, lost } = await markdownHtml(body);
  const content = convertHtml(html, { siteUrl });
  if (!content.html) return leave("It has no content.");
  const raw = [...new Set([...body.matchAll(RAW)].map(([found]) => found).concat(lost))].map((one) =>
    one.trim().slice(0, 40),
  );
  if (raw.length)
    content.notes.push(
      `The text contains ${raw
        .slice(0, 5)
        .map((one) => `“${one}”`)
        .join(", ")}, which stays as it is.`,
    );
  const unused = unmatched(Object.keys(matter), columns).filter((key) => !ALIASES.includes(key));
  content.notes.push(...notImported("other fields", unused));
  const item = itemOfFields(value, {
    ...{ source: "markdown", siteUrl, content },
    // Hugo and Astro have a folder for each post, with an `index.md`.
    fallbackSlug: /^_?index$/.test(slug) ? "" : slug,
    more: ALIASES.flatMap((key) => matter[key]).filter((one) => typeof one === "string"),
  });
  countIn(summary.found, item.type);
  noteConverted(summary, { title: value("title") }, content);
  yield { ...item, slug: item.slug.replace(/^\d{4}-\d\d-\d\d-/, "") };
};

function textOfValue(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.filter((one) => typeof one !== "object").join(", ");
  if (value && typeof value === "object") return textOfValue(Object.values(value)[0]);
  return value === null || value === undefined ? "" : String(value);
}
