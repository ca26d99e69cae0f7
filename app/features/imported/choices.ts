import { z } from "zod";
import { PAGED_NAMES, type PagedName, recordKinds } from "../../copy/panel/record-kinds.ts";
import { optionalText } from "../../platform/text/text-rules.ts";

export type TargetKind = PagedName;
export const listTargets = () => PAGED_NAMES.map((name) => [name, recordKinds[name]] as const);

/** An empty target means "don't import". */
export const TARGETS: readonly Target[] = [...PAGED_NAMES, ""];
export type Target = TargetKind | "";

const LINES_MAX = 200_000;

export const choices = z.object({
  types: z.record(z.string(), z.enum(TARGETS)).default({}),
  drafts: z.enum(["draft", "skip"]).default("draft"),
  /** `old` keeps the original authors; `site` uses this site's name */
  authors: z.enum(["old", "site"]).default("old"),
  /** for all posts; empty to keep the old site's categories */
  category: optionalText(100),
  images: z.enum(["library", "link"]).default("library"),
  /** what to do if a slug is taken */
  conflicts: z.enum(["rename", "skip"]).default("rename"),
  /** required for case studies */
  industry_id: z.union([z.uuid(), z.literal("")]).default(""),
  /** one per line: old path, space, new path */
  redirects: optionalText(LINES_MAX),
});
export type Choices = z.output<typeof choices>;

const POSTS = /^(posts?|blog|news|articles?|insights|stories)$/;
const suggestedTarget = (type: string): Target =>
  POSTS.test(type) ? "blog-posts" : type === "page" ? "landing-pages" : "";

/** Returns the suggested choices, which import only posts and pages. */
export const suggestedChoices = (
  types: readonly string[],
  archives: readonly { from: string; to: string }[],
): Choices =>
  choices.parse({
    types: Object.fromEntries(types.map((type) => [type, suggestedTarget(type)])),
    redirects: archives.map(({ from, to }) => `${from} ${to}`.trim()).join("\n"),
  });

/** Returns one redirect per line and skips incomplete lines. */
export const redirectLines = (text: string): { from: string; to: string }[] =>
  text.split("\n").flatMap((line) => {
    const [from = "", to = ""] = line.trim().split(/\s+/);
    return /^\/\S/.test(from) && /^(\/|https?:\/\/)/.test(to) ? [{ from, to }] : [];
  });
