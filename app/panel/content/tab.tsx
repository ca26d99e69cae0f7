import { Replace } from "lucide-react";
import { data, href, Link } from "react-router";
import { z } from "zod";
import { counted } from "../../copy/counted.ts";
import { messages } from "../../copy/messages.ts";
import { copy } from "../../copy/site/pages.ts";
import { websiteContent } from "../../features/records/website-content.server.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import { ContentForm, keyOfText } from "../../features/website-content/content-form.tsx";
import { CONTENT_TYPES } from "../../features/website-content/content-type.ts";
import type { TextFilter } from "../../features/website-content/lists.server.ts";
import { listContentPages } from "../../features/website-content/queries.server.ts";
import { type TextKey, writeTextKey } from "../../features/website-content/text-key.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { countDeleted } from "../../platform/database/deleted.server.ts";
import { ownerDb } from "../../platform/http/context.server.ts";
import { draftQuery, listQuery } from "../../platform/http/list-query.ts";
import { readPostedForm } from "../../platform/http/posted-form.server.ts";
import { UnsavedRecord } from "../../ui/panel/autosave-offer.tsx";
import { useQueryState } from "../../ui/panel/query-state.ts";
import { submitKeepingInputBy } from "../../ui/panel/save-reply.ts";
import { AddButton, TabHead, Unavailable } from "../../ui/panel/tab-head.tsx";
import { useToast } from "../../ui/panel/toaster.tsx";
import { knownTexts, openText, readTextList, saveContentForm } from "../saving/content.server.ts";
import { loadOrToast } from "../saving/save.server.ts";
import type { Route } from "./+types/tab";
import { ContentList } from "./list.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Content | Control panel" }];

const PER_PAGE = 50;
const words = messages.content;
const LINK_TARGETS = href("/admin-control-panel-seoprozone/link-targets");

/** SPEC 9: the page filter's options after "all". Other pages with content follow (decision 0035.8). */
const FIRST_PAGES = ["home", "about", "services", "contact", "case-studies", "blog", "footer", "header"];

const urlQuery = listQuery([
  "page_name",
  "place",
  "section_name",
  "content_key",
  "content_type",
  "changed",
]).extend({
  filter: z.string().max(100).catch(""),
  state: z.enum(["", "default", "changed", "unused"]).catch(""),
  edit: z.string().optional().catch(undefined),
  add: z.string().optional(),
  ...draftQuery,
});

export async function loader({ context, url }: Route.LoaderArgs) {
  const db = context.get(ownerDb);
  const {
    edit,
    add,
    draft,
    filter: page_name,
    ...asked
  } = urlQuery.parse(Object.fromEntries(url.searchParams));
  const [list, opened] = await Promise.all([
    loadOrToast(() => readList(db, { ...asked, page_name, perPage: PER_PAGE }), words.fetchFailed),
    loadOrToast(() => openText(db, { edit, add, draft }), words.fetchFailed),
  ]);
  return data({
    list: list.value,
    opened: opened.value,
    known: add === undefined ? [] : knownTexts(),
    fault: list.fault ?? opened.fault,
  });
}

async function readList(db: Database, filter: TextFilter) {
  const { time_zone } = await readSettings(db);
  const [list, written, deleted] = await Promise.all([
    readTextList(db, filter, time_zone),
    listContentPages(db),
    countDeleted(db, websiteContent.trash),
  ]);
  return {
    ...list,
    deleted,
    pageNames: [...new Set([...FIRST_PAGES, ...Object.keys(copy), ...written])],
  };
}

export async function action(args: Route.ActionArgs) {
  return saveContentForm(args, await readPostedForm(args.request), words.failed);
}

export const clientAction = submitKeepingInputBy(words.failed, words.failed.update);

export default function Content({ loaderData }: Route.ComponentProps) {
  const { list, opened, known, fault } = loaderData;
  const { params, change } = useQueryState();
  useToast(fault);
  const open = (at: TextKey) => change({ edit: writeTextKey(at), add: null, draft: null });
  const close = () => change({ edit: null, add: null, draft: null, do: null });
  const [page_name = "", section_name] = (params.get("add") ?? "").split(" ");
  const form = {
    pages: list?.pageNames ?? FIRST_PAGES,
    known,
    types: CONTENT_TYPES,
    linksFrom: LINK_TARGETS,
    onEdit: open,
    onClose: close,
  };
  return (
    <>
      <TabHead
        title="Website content"
        about={
          list &&
          `All text on the site: ${counted(list.matching, "content item")}, ${list.changed} customized.`
        }
      >
        <div className="btns">
          <Link className="btn btn--line" to={href("/admin-control-panel-seoprozone/content/replace")}>
            <Replace className="i" aria-hidden />
            Find and replace
          </Link>
          <AddButton onClick={() => change({ add: "new", edit: null })}>Add Content</AddButton>
        </div>
      </TabHead>
      <UnsavedRecord
        noun={["text", "texts"]}
        unsaved={list?.unsaved ?? []}
        onOpen={(id) => change({ add: id, edit: null })}
      />
      {list ? <ContentList list={list} onEdit={open} /> : <Unavailable what="content" />}
      {opened && (
        <ContentForm
          key={`${keyOfText(opened.text)} ${params.get("add") ?? ""}`}
          {...opened}
          // `add` is a quick-add preset, "new" or an autosave's id. Only presets have a section.
          start={section_name === undefined ? {} : { page_name, section_name }}
          failed={words.failed[opened.text ? "update" : "add"]}
          {...form}
        />
      )}
    </>
  );
}
