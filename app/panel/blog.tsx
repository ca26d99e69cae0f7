import { Plus } from "lucide-react";
import { useEffect, useRef } from "react";
import { data, href } from "react-router";
import { z } from "zod";
import { messages, stillLinked } from "../copy/messages.ts";
import { listAutosaves } from "../features/autosaves/queries.server.ts";
import { POST_LABELS } from "../features/blog/labels.ts";
import {
  addPost,
  deletePost,
  findPost,
  listCategories,
  listPosts,
  type PostFilter,
  type PostRecord,
  restorePost,
  updatePost,
} from "../features/blog/queries.owner.server.ts";
import { blogPost, REQUIRED_FIELDS } from "../features/blog/rules.ts";
import { duplicatePost, publishPost } from "../features/blog/several.server.ts";
import { useSavedCheck } from "../features/publish-checks/report.tsx";
import { blogPosts } from "../features/records/blog-posts.server.ts";
import { countLinksTo } from "../features/records/linking.server.ts";
import { countRecords } from "../features/records/queries.server.ts";
import { readSettings } from "../features/settings/queries.server.ts";
import { stampsOf } from "../platform/changes.server.ts";
import { configContext, ownerDb } from "../platform/context.server.ts";
import type { Database } from "../platform/database.server.ts";
import { shortDate } from "../platform/dates.ts";
import { readPostedForm } from "../platform/posted-form.server.ts";
import { useAddress } from "../ui/address.ts";
import { UnsavedRecord } from "../ui/autosave-offer.tsx";
import { keepTyped } from "../ui/saving.ts";
import { useToast, viewOnSite } from "../ui/toaster.tsx";
import type { Route } from "./+types/blog";
import { BlogForm } from "./blog.form.tsx";
import { BlogList } from "./blog.list.tsx";
import { fetched, listUnsaved, readAutosave, type Told, writeRecord } from "./save.server.ts";
import { isSeveral, saveSeveral } from "./save.several.server.ts";

export const meta: Route.MetaFunction = () => [{ title: "Blog | Control panel" }];

const PER_PAGE = 20;
const words = messages.blogPost;
const FAILED = {
  add: words.addFailed,
  update: words.updateFailed,
  delete: words.deleteFailed,
  restore: "Failed to restore blog post",
};

/** What the address says: which rows, and which record is open (`edit`, or `add`). */
const address = z.object({
  search: z.string().trim().max(200).catch(""),
  category: z.string().max(100).catch(""),
  status: z.enum(["", "published", "draft"]).catch(""),
  sort: z.enum(["newest", "changed", "title", "category"]).catch("newest"),
  page: z.coerce.number().int().min(1).catch(1),
  edit: z.uuid().optional().catch(undefined),
  add: z.string().optional(),
});

export async function loader({ context, url }: Route.LoaderArgs) {
  const db = context.get(ownerDb);
  const { edit, add, ...asked } = address.parse(Object.fromEntries(url.searchParams));
  const [list, opened] = await Promise.all([
    fetched(() => readList(db, { ...asked, perPage: PER_PAGE }), words.fetchFailed),
    fetched(() => readOpened(db, edit, add), words.fetchFailed),
  ]);
  return data({ list: list.value, opened: opened.value, fault: list.fault ?? opened.fault });
}

/** What the form shows: a post, or with `record` null a new one; and what was left unsaved of it. */
async function readOpened(db: Database, edit: string | undefined, add: string | undefined) {
  const record = edit ? await findPost(db, edit) : null;
  if (!record && add === undefined) return null;
  return {
    record: record && toForm(record),
    autosave: await readAutosave(db, "blog-post", record?.id ?? null, add),
  };
}

async function readList(db: Database, filter: PostFilter) {
  const [{ rows, ...paging }, counts, categories, autosaves, settings] = await Promise.all([
    listPosts(db, filter),
    countRecords(db, blogPosts.table),
    listCategories(db),
    listAutosaves(db, "blog-post"),
    readSettings(db),
  ]);
  const dated = rows.map(({ created_at, updated_at, ...row }) => ({
    ...row,
    has_autosave: autosaves.some(({ record_id }) => record_id === row.id),
    created: shortDate(created_at, settings.time_zone),
    updated: shortDate(updated_at, settings.time_zone),
  }));
  const unsaved = listUnsaved(autosaves, settings.time_zone);
  return { rows: dated, ...paging, perPage: PER_PAGE, counts, categories, unsaved };
}

/** A record as its form shows it: nothing that no field edits. */
const toForm = ({ created_at, updated_at, deleted_at, is_sample, ...record }: PostRecord) => ({
  ...record,
  opened: stampsOf(record, POST_LABELS),
});

export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  const db = context.get(ownerDb);
  const { siteUrl } = context.get(configContext);
  const form = await readPostedForm(request);
  if (isSeveral(form))
    return saveSeveral(form, {
      db,
      noun: { one: "blog post", many: "blog posts" },
      recorded: { args, kind: "blog-posts" },
      find: findPost,
      remove: deletePost,
      restore: restorePost,
      publish: publishPost,
      duplicate: duplicatePost,
      editor: (id) => `${href("/admin-control-panel-seoprozone/blog")}?edit=${id}`,
    });
  return writeRecord(form, {
    db,
    recorded: { args, kind: "blog-posts" },
    labels: POST_LABELS,
    schema: blogPost,
    required: REQUIRED_FIELDS,
    words: { ...words, restored: "Blog post restored", failed: FAILED },
    find: (id) => findPost(db, id),
    add: async (input, autosave) => tell(await addPost(db, input, autosave)),
    update: async (id, version, input, autosave) => tell(await updatePost(db, id, version, input, autosave)),
    remove: async (id) => {
      const record = await findPost(db, id);
      const path = record?.published && href("/blog/:slug", { slug: record.slug });
      const links = path ? await countLinksTo(db, { id, path, siteUrl }) : 0;
      await deletePost(db, id);
      return stillLinked(links);
    },
    restore: (id) => restorePost(db, id),
  });
}

/** decision 0035.3: what was removed from the owner's HTML is told; and where visitors see the post. */
const tell = ({ removed, path }: { removed: string[]; path: string | null }): Told => ({
  text: removed.length ? `Removed from the content: ${removed.join(", ")}.` : undefined,
  links: path ? [viewOnSite(path)] : [],
});

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const intent = (await request.clone().formData()).get("intent");
  return keepTyped(serverAction, FAILED[intent as keyof typeof FAILED] ?? words.updateFailed);
}

export default function Blog({ loaderData }: Route.ComponentProps) {
  const { list, opened, fault } = loaderData;
  const { change } = useAddress();
  useToast(fault);
  const categories = list?.categories ?? [];
  const { check, report } = useSavedCheck(href("/admin-control-panel-seoprozone/page-checks"));
  const close = () => change({ edit: null, add: null });
  const form = {
    categories,
    onClose: close,
    onSaved(path: string) {
      close();
      check(path);
    },
  };

  // The form takes the list's place; back at the list, its heading is where one goes on from.
  const isForm = opened !== null;
  const wasForm = useRef(isForm);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (wasForm.current && !isForm) heading.current?.focus({ preventScroll: true });
    wasForm.current = isForm;
  }, [isForm]);

  if (opened) return <BlogForm key={opened.record?.id ?? "add"} {...opened} {...form} />;
  return (
    <>
      <div className="ahead">
        <div>
          <h1 tabIndex={-1} ref={heading}>
            Blog posts
          </h1>
          {list && (
            <p>
              {list.counts.total === 1 ? "1 post" : `${list.counts.total} posts`}, {list.counts.published}{" "}
              published
            </p>
          )}
        </div>
        <button type="button" className="btn" onClick={() => change({ add: "1", edit: null })}>
          <Plus className="i" aria-hidden />
          Add Blog Post
        </button>
      </div>
      {report}
      <UnsavedRecord
        noun={["blog post", "blog posts"]}
        unsaved={list?.unsaved ?? []}
        onOpen={(id) => change({ add: id, edit: null })}
      />
      {list ? (
        <BlogList list={list} />
      ) : (
        <p className="state">The posts cannot be shown at the moment. Load the page again in a minute.</p>
      )}
    </>
  );
}
