import { useEffect, useRef } from "react";
import { data, href } from "react-router";
import { z } from "zod";
import { counted } from "../../copy/counted.ts";
import { messages } from "../../copy/messages.ts";
import { bylineOf } from "../../features/blog/byline.ts";
import { POST_LABELS } from "../../features/blog/labels.ts";
import {
  addPost,
  findPost,
  listCategories,
  listPosts,
  type PostFilter,
  updatePost,
} from "../../features/blog/queries.owner.server.ts";
import { blogPost, REQUIRED_FIELDS } from "../../features/blog/rules.ts";
import { duplicatePost, pinPost, publishPost } from "../../features/blog/several.server.ts";
import { useSavedCheck } from "../../features/page-checks/report.tsx";
import { readPageSeo } from "../../features/page-seo/queries.server.ts";
import { withSiteWords } from "../../features/page-seo/site-words.ts";
import { blogPosts } from "../../features/records/blog-posts.server.ts";
import { countRecords } from "../../features/records/queries.server.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { configContext, ownerDb } from "../../platform/http/context.server.ts";
import { listQuery, openedQuery, statusQuery } from "../../platform/http/list-query.ts";
import { UnsavedRecord } from "../../ui/panel/autosave-offer.tsx";
import { useQueryState } from "../../ui/panel/query-state.ts";
import { submitKeepingInputBy } from "../../ui/panel/save-reply.ts";
import { AddButton, TabHead, Unavailable } from "../../ui/panel/tab-head.tsx";
import { useToast } from "../../ui/panel/toaster.tsx";
import { keyOfForm } from "../../ui/panel/waiting-changes.tsx";
import { answerRecord, describeSaved, openForm, readRecordList, toForm } from "../saving/record.server.ts";
import { loadOrToast } from "../saving/save.server.ts";
import type { Route } from "./+types/tab";
import { BlogForm, type Site } from "./form.tsx";
import { BlogList } from "./list.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Blog | Control panel" }];

const PER_PAGE = 20;
const words = messages.blogPost;

const urlQuery = listQuery(["newest", "changed", "title", "category"]).extend({
  category: z.string().max(100).catch(""),
  status: statusQuery,
  ...openedQuery,
});

export async function loader({ context, url }: Route.LoaderArgs) {
  const db = context.get(ownerDb);
  const { edit, add, draft, ...asked } = urlQuery.parse(Object.fromEntries(url.searchParams));
  const [list, opened] = await Promise.all([
    loadOrToast(() => readList(db, { ...asked, perPage: PER_PAGE }), words.fetchFailed),
    loadOrToast(async () => {
      const form = await openForm(db, blogPosts, { edit, add, draft }, readForm);
      return form && { ...form, site: await readSite(context) };
    }, words.fetchFailed),
  ]);
  return data({
    list: list.value,
    opened: opened.value && withByline(opened.value, opened.value.site.siteTitle),
    fault: list.fault ?? opened.fault,
  });
}

async function readSite(context: Route.LoaderArgs["context"]): Promise<Site> {
  const db = context.get(ownerDb);
  const [settings, seo] = await Promise.all([readSettings(db), readPageSeo(db, "blog")]);
  const { siteUrl } = context.get(configContext);
  const { site_title: siteTitle, site_description: siteDescription } = settings;
  return {
    siteUrl,
    siteTitle,
    siteDescription,
    keywords: withSiteWords("blog", seo, settings).meta_keywords,
  };
}

async function readForm(db: Database, id: string) {
  const found = await findPost(db, id);
  return found && toForm(found, POST_LABELS);
}

/** Empties the author if it's the built-in one and the site was renamed. An empty author means the site. */
function withByline<Opened extends { record: { author: string } | null }>(opened: Opened, siteTitle: string) {
  const { record } = opened;
  if (!record || bylineOf(record.author, siteTitle) === record.author) return opened;
  return { ...opened, record: { ...record, author: "" } };
}

async function readList(db: Database, filter: PostFilter) {
  const [{ site_title }, list, counts, categories] = await Promise.all([
    readSettings(db),
    readRecordList(db, blogPosts, listPosts(db, filter)),
    countRecords(db, blogPosts.table),
    listCategories(db),
  ]);
  const rows = list.rows.map((row) => ({ ...row, author: bylineOf(row.author, site_title) }));
  return { ...list, rows, perPage: PER_PAGE, counts, categories };
}

export function action(args: Route.ActionArgs) {
  return answerRecord(args, {
    kind: blogPosts,
    schema: blogPost,
    labels: POST_LABELS,
    required: REQUIRED_FIELDS,
    words,
    find: findPost,
    add: addPost,
    addedId: ({ id }) => id,
    update: updatePost,
    publish: publishPost,
    pin: pinPost,
    duplicate: duplicatePost,
    describe: ({ removed, path }) =>
      describeSaved(removed.length ? [{ field: "the content", what: removed }] : [], path),
  });
}

export const clientAction = submitKeepingInputBy(words.failed, words.failed.update);

export default function Blog({ loaderData }: Route.ComponentProps) {
  const { list, opened, fault } = loaderData;
  const { change } = useQueryState();
  useToast(fault);
  const categories = list?.categories ?? [];
  const { check, report } = useSavedCheck(href("/admin-control-panel-seoprozone/page-checks"));
  const close = () => change({ edit: null, add: null, draft: null, do: null });
  const form = {
    categories,
    onClose: close,
    onSaved(path: string | null) {
      close();
      if (path) check(path);
    },
  };

  // When the form closes, move focus to the heading of the list.
  const isForm = opened !== null;
  const wasForm = useRef(isForm);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (wasForm.current && !isForm) heading.current?.focus({ preventScroll: true });
    wasForm.current = isForm;
  }, [isForm]);

  if (opened) return <BlogForm key={keyOfForm(opened)} {...opened} {...form} />;
  return (
    <>
      <TabHead
        title="Blog posts"
        heading={heading}
        about={list && `${counted(list.counts.total, "post")}, ${list.counts.published} published`}
      >
        <AddButton onClick={() => change({ add: "1", edit: null })}>Add Blog Post</AddButton>
      </TabHead>
      {report}
      <UnsavedRecord
        noun={["blog post", "blog posts"]}
        unsaved={list?.unsaved ?? []}
        onOpen={(id) => change({ add: id, edit: null })}
      />
      {list ? <BlogList list={list} /> : <Unavailable what="posts" />}
    </>
  );
}
