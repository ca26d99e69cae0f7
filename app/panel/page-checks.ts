// Publish checks of one page, for the forms and lists that offer them.
import { data, href } from "react-router";
import { z } from "zod";
import { LISTED_PAGES } from "../copy/page-names.ts";
import { pagePath } from "../copy/page-path.ts";
import { findPostFace } from "../features/blog/queries.server.ts";
import { findCaseStudyFace } from "../features/case-studies/queries.server.ts";
import { checkPage } from "../features/publish-checks/check-page.server.ts";
import type { CheckId } from "../features/publish-checks/checks.ts";
import type { CheckReport } from "../features/publish-checks/report.tsx";
import { askAsVisitor, configContext, ownerDb } from "../platform/context.server.ts";
import type { Database } from "../platform/database.server.ts";
import type { Route } from "./+types/page-checks";
import { fetched } from "./save.server.ts";

const address = z.object({
  path: z
    .string()
    .regex(/^\/(?![/\\])[^?#\\]*$/)
    .max(2_000),
});

export async function loader({ context, url }: Route.LoaderArgs) {
  const asked = address.safeParse(Object.fromEntries(url.searchParams));
  if (!asked.success) throw data(null, { status: 400 });
  const { path } = asked.data;
  const { siteUrl } = context.get(configContext);
  const [checks, editor] = await Promise.all([
    checkPage(context.get(askAsVisitor), siteUrl, path),
    fetched(() => findEditor(context.get(ownerDb), path), "Failed to find the form of a page"),
  ]);
  return Response.json({ path, checks, editor: editor.value } satisfies CheckReport);
}

type Fields = Partial<Record<CheckId, string>>;

const OF_PAGE: Fields = { title: "meta_title", description: "meta_description", robots: "is_indexable" };
const OF_CASE_STUDY: Fields = {
  title: "meta_title",
  description: "meta_description",
  heading: "challenge",
  images: "challenge",
  links: "challenge",
};
const OF_POST: Fields = {
  title: "meta_title",
  description: "meta_description",
  heading: "content",
  images: "content",
  links: "content",
};

/** Where the owner changes a page, and which field each check is about; null for what has no form of its own. */
async function findEditor(db: Database, path: string): Promise<CheckReport["editor"]> {
  const [, section, slug] = /^\/(case-studies|blog)\/([^/]+)$/.exec(path) ?? [];
  if (section === "case-studies" && slug) {
    const study = await findCaseStudyFace(db, slug);
    const to = `${href("/admin-control-panel-seoprozone/case-studies")}?edit=${study?.id}`;
    return study && { to, fields: OF_CASE_STUDY };
  }
  if (section === "blog" && slug) {
    const post = await findPostFace(db, slug);
    return post && { to: `${href("/admin-control-panel-seoprozone/blog")}?edit=${post.id}`, fields: OF_POST };
  }
  const name = LISTED_PAGES.find((one) => pagePath(one) === path);
  if (!name) return null;
  return { to: `${href("/admin-control-panel-seoprozone/pages")}?name=${name}&seo=1`, fields: OF_PAGE };
}
