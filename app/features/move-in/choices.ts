// The owner's choices for an import, as its form posts them.
import { z } from "zod";
import { optionalText } from "../../platform/text/text-rules.ts";

/** The kinds of records that a type of the old site can become. */
export const TARGET_KINDS = {
  "blog-posts": { table: "blog_posts", base: "/blog/" },
  "case-studies": { table: "case_studies", base: "/case-studies/" },
  "landing-pages": { table: "landing_pages", base: "/" },
} as const;
export type TargetKind = keyof typeof TARGET_KINDS;
export const listTargets = () =>
  Object.entries(TARGET_KINDS) as [TargetKind, (typeof TARGET_KINDS)[TargetKind]][];

/** The empty target means "don't import". */
export const TARGETS = [...(Object.keys(TARGET_KINDS) as TargetKind[]), ""] as const;
export type Target = TargetKind | "";

const LINES_MAX = 200_000;

export const choices = z.object({
  /** by the old site's type; an empty target leaves it out */
  types: z.record(z.string(), z.enum(TARGETS)).default({}),
  /** whether items that were drafts are imported too, as drafts */
  drafts: z.enum(["draft", "skip"]).default("draft"),
  /** the author of imported posts: the old one, or the site's name */
  authors: z.enum(["old", "site"]).default("old"),
  /** the category of all posts; empty to keep the old site's */
  category: optionalText(100),
  images: z.enum(["library", "link"]).default("library"),
  /** if a slug is taken: add a number to it, or leave the item out */
  conflicts: z.enum(["rename", "skip"]).default("rename"),
  /** of case studies, whose form requires one */
  industry_id: z.union([z.uuid(), z.literal("")]).default(""),
  /** further redirects, one per line: old path, space, new path */
  redirects: optionalText(LINES_MAX),
});
export type Choices = z.output<typeof choices>;

const POSTS = /^(posts?|blog|news|articles?|insights|stories)$/;
const suggestedTarget = (type: string): Target =>
  POSTS.test(type) ? "blog-posts" : type === "page" ? "landing-pages" : "";

/** Returns the choices that the form suggests: posts and pages are imported, custom types are left out. */
export const suggestedChoices = (
  types: readonly string[],
  archives: readonly { from: string; to: string }[],
): Choices =>
  choices.parse({
    types: Object.fromEntries(types.map((type) => [type, suggestedTarget(type)])),
    redirects: archives.map(({ from, to }) => `${from} ${to}`.trim()).join("\n"),
  });

/** Returns the lines of the redirects field that have both paths. */
export const redirectLines = (text: string): { from: string; to: string }[] =>
  text.split("\n").flatMap((line) => {
    const [from = "", to = ""] = line.trim().split(/\s+/);
    return /^\/\S/.test(from) && /^(\/|https?:\/\/)/.test(to) ? [{ from, to }] : [];
  });
