// Kinds of records that can be deleted and restored: their names in texts, and where they are.

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param head heading of the column with their names */
const named = (label: string, one: string, many: string, head = capital(one)) => ({
  ...{ label, head, noun: { one, many }, logged: `the ${one}` },
  restored: `${capital(one)} restored`,
  restoreFailed: `Failed to restore ${one}`,
  fetchFailed: `Failed to fetch ${many}`,
});

const tab = <const Id extends string>(id: Id, label: string, hint: string) => ({ id, label, hint });

/**
 * Keyed by the names in the panel's URLs and the security log. `form` is the kind's `data-form` (CONTRACT). Kinds
 * whose records have a page at `base` have a history of slugs, and imports can create them. Those with a `tab` have
 * their own tab in the panel, in `panel/<id>/tab.tsx`. A tab whose id has a slash is part of another tab.
 * Those that are private are for whoever may see enquiries; neither visitors nor editors see them.
 */
export const recordKinds = {
  "blog-posts": {
    ...named("Blog posts", "blog post", "blog posts", "Post"),
    ...({ form: "blog-post", table: "blog_posts", base: "/blog/" } as const),
    tab: tab("blog", "Blog", "Published posts and drafts"),
  },
  "case-studies": {
    ...named("Case studies", "case study", "case studies"),
    ...({ form: "case-study", table: "case_studies", base: "/case-studies/" } as const),
    tab: tab("case-studies", "Cases", "Case studies with their results"),
  },
  "landing-pages": {
    ...named("Pages you added", "page", "pages"),
    ...({ form: "landing-page", table: "landing_pages", base: "/" } as const),
  },
  industries: {
    ...named("Industries", "industry", "industries"),
    ...({ form: "industry", table: "industries" } as const),
    tab: tab("industries", "Industries", "Industries for your case studies"),
  },
  media: { ...named("Images", "image", "images"), ...({ form: "media", table: "media" } as const) },
  "reply-templates": {
    ...named("Reply templates", "template", "reply templates"),
    ...({ form: "reply-template", table: "reply_templates", isPrivate: true } as const),
    tab: tab("enquiries/templates", "Reply templates", "Texts to start a reply from"),
  },
  "website-content": {
    ...named("Website content", "content item", "content items"),
    ...{ restored: "Content restored", restoreFailed: "Failed to restore content" },
    ...({ form: "website-content", table: "website_content" } as const),
  },
};

/** Returns whether a kind, given by its name or its form, is private. */
export const isPrivateKind = (kind: string): boolean =>
  Object.entries(recordKinds).some(([name, of]) => "isPrivate" in of && (name === kind || of.form === kind));

type Kinds = typeof recordKinds;
export type RestorableName = keyof Kinds;
export const RESTORABLE_NAMES = Object.keys(recordKinds) as RestorableName[];
/** Each kind's label. */
export const kindLabels = Object.fromEntries(
  RESTORABLE_NAMES.map((name) => [name, recordKinds[name].label]),
) as Record<RestorableName, string>;

/** Forms that autosave, by `data-form`. */
export type AutosaveKind = Kinds[RestorableName]["form"] | "page-seo" | "settings" | "redirect";
export const AUTOSAVE_KINDS: AutosaveKind[] = [
  ...Object.values(recordKinds).map(({ form }) => form),
  ...(["page-seo", "settings", "redirect"] as const),
];

/** Kinds whose records have their own page. */
export type PagedName = {
  [Name in RestorableName]: Kinds[Name] extends { base: string } ? Name : never;
}[RestorableName];
export const PAGED_NAMES = RESTORABLE_NAMES.filter((name): name is PagedName => "base" in recordKinds[name]);

type TabName = {
  [Name in RestorableName]: Kinds[Name] extends { tab: object } ? Name : never;
}[RestorableName];
/** Tabs that show a kind's records, and the toast if they can't be read. */
export const KIND_TABS = RESTORABLE_NAMES.filter((name): name is TabName => "tab" in recordKinds[name]).map(
  (name) => {
    const { tab, fetchFailed } = recordKinds[name];
    return { ...tab, kind: name, fetchFailed };
  },
);
