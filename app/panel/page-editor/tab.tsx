import { useEffect, useRef, useState } from "react";
import { data, href, Link, useFetcher, useNavigate } from "react-router";
import { z } from "zod";
import { messages } from "../../copy/messages.ts";
import { pageEditor as words } from "../../copy/panel/page-editor.ts";
import { listPages } from "../../features/landing-pages/queries.server.ts";
import type { ItemChange } from "../../features/page-editing/json-path.ts";
import {
  isWhollyOn,
  PAGE_TEXTS,
  type PageText,
  type WaitingDraft,
} from "../../features/page-editing/page-text.ts";
import { ContentForm, keyOfText as keyOfForm } from "../../features/website-content/content-form.tsx";
import { CONTENT_TYPES } from "../../features/website-content/content-type.ts";
import { ownerDb } from "../../platform/http/context.server.ts";
import { draftQuery } from "../../platform/http/list-query.ts";
import { readPostedForm } from "../../platform/http/posted-form.server.ts";
import { FULL_WIDTH, PageFrame, useFrameKey, WidthChoice } from "../../ui/panel/page-frame.tsx";
import { useQueryState } from "../../ui/panel/query-state.ts";
import { type SaveReply, submitKeepingInputBy } from "../../ui/panel/save-reply.ts";
import { Switch } from "../../ui/panel/switch.tsx";
import { TabHead } from "../../ui/panel/tab-head.tsx";
import { useToast } from "../../ui/panel/toaster.tsx";
import { openText, saveContentForm } from "../saving/content.server.ts";
import { loadOrToast } from "../saving/save.server.ts";
import type { Route } from "./+types/tab";
import { elementsOf, listenTo } from "./frame-listeners.ts";
import { isOfSection } from "./item-changes.ts";
import { PageChoice } from "./page-choice.tsx";
import { keyOfText, type Unsaved, usePageEdits } from "./page-edits.ts";
import { pageNameOf, readPath } from "./path.server.ts";
import { readPending } from "./pending.server.ts";
import { TextList } from "./text-list.tsx";
import { listedTexts, orderOf } from "./text-order.ts";
import { UnsavedEdits } from "./unsaved.tsx";

export const meta: Route.MetaFunction = () => [{ title: `${words.title} | Control panel` }];

const LINK_TARGETS = href("/admin-control-panel-seoprozone/link-targets");
const CHANGES = href("/admin-control-panel-seoprozone/changes");
/** Limit on the pages offered that the owner added, most recently changed first. */
const ADDED_MAX = 200;

const urlQuery = z.object({
  path: z.string().nullable().default(null),
  edit: z.string().optional().catch(undefined),
  ...draftQuery,
});

export async function loader({ url, context }: Route.LoaderArgs) {
  const db = context.get(ownerDb);
  const asked = urlQuery.parse(Object.fromEntries(url.searchParams));
  const path = readPath(asked.path);
  const [added, opened, start] = await Promise.all([
    listPages(db, ADDED_MAX).catch(() => []),
    loadOrToast(() => openText(db, { edit: asked.edit, draft: asked.draft }), messages.content.fetchFailed),
    readPending(context),
  ]);
  return data({
    ...{ path, page: pageNameOf(path), opened: opened.value, fault: opened.fault, start },
    added: added.map(({ title, slug }) => ({ title, path: `/${slug}` })),
  });
}

export async function action(args: Route.ActionArgs) {
  return saveContentForm(args, await readPostedForm(args.request), messages.content.failed);
}

export const clientAction = submitKeepingInputBy(messages.content.failed, messages.content.failed.update);

export default function PageEditor({ loaderData }: Route.ComponentProps) {
  const { path, page, added, opened, fault, start } = loaderData;
  const { change } = useQueryState();
  const navigate = useNavigate();
  const frameKey = useFrameKey();
  const frame = useRef<HTMLIFrameElement>(null);
  const [width, setWidth] = useState<number>(FULL_WIDTH);
  const [isLive, setLive] = useState(false);
  const [turn, setTurn] = useState(0);
  const [texts, setTexts] = useState<PageText[]>([]);
  const [open, setOpen] = useState<string | null>(null);
  const listened = useRef<ReturnType<typeof listenTo>>(undefined);
  const scroll = useRef({ path, top: 0 });
  useToast(fault);

  const edits = usePageEdits(start.waiting, ({ text, value }) => show(text, value), reload);
  const latest = useRef({ isLive, edits, change });
  latest.current = { isLive, edits, change };

  const indexOf = (text: PageText) => texts.findIndex((one) => keyOfText(one) === keyOfText(text));
  const elements = (text: PageText) => {
    const shown = frame.current?.contentDocument;
    return shown ? [...elementsOf(shown, indexOf(text))] : [];
  };
  /** Shows a text's new value. Reloads the page if no element shows the text. */
  function show(text: PageText, value: string) {
    const shown = elements(text);
    // Highlighted words depend on the whole headline, and the page fills in placeholders.
    const isFilled = /\{/.test(text.base + value);
    if (!shown.length || isFilled || shown.some((element) => element.childElementCount)) return reload();
    // The owner may already be typing again.
    for (const element of shown) if (!element.isContentEditable) element.textContent = value;
    setTexts((all) =>
      all.map((one) => (keyOfText(one) === keyOfText(text) ? Object.assign(one, { base: value }) : one)),
    );
  }
  /** Reloads the page once nothing is being edited, because the new page won't have what the owner is typing. */
  function reload() {
    latest.current.edits.afterSaves(() => {
      needsReload.current = listened.current?.isEditing() === true;
      if (needsReload.current) return;
      scroll.current = { path, top: frame.current?.contentWindow?.scrollY ?? 0 };
      setTurn((turn) => turn + 1);
    });
  }
  const needsReload = useRef(false);
  const undone = useFetcher<SaveReply>({ key: "undo" }).data;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only an undo reloads the page here
  useEffect(() => {
    if (undone?.isSaved) reload();
  }, [undone]);
  const send = (text: PageText, value: string) => {
    setOpen(null);
    if (value !== text.base) edits.save({ text: { ...text }, value, isLive: latest.current.isLive });
    else edits.forget(text);
  };
  const changeItem = (text: PageText, item: ItemChange) => {
    if (item === "remove" && isOfSection(text) && !window.confirm(words.items.removeSection)) return;
    latest.current.edits.changeItem(text, item, latest.current.isLive);
  };
  const openForm = (text: PageText) => {
    if (text.kind === "website-content") latest.current.change({ edit: text.id, draft: "1" });
    else navigate(text.form);
  };
  const openRow = (text: PageText) => (text.isInline ? setOpen(keyOfText(text)) : openForm(text));
  const openFromList = (text: PageText) => {
    // `scrollIntoView` would also scroll the panel away from the row.
    const shown = frame.current?.contentWindow;
    const top = elements(text)[0]?.getBoundingClientRect().top;
    if (shown && top !== undefined) shown.scrollBy({ top: top - shown.innerHeight / 3, behavior: "instant" });
    openRow(text);
  };

  function onPage(shown: Document) {
    const known = shown.getElementById(PAGE_TEXTS)?.textContent;
    const found = known ? (JSON.parse(known) as PageText[]) : [];
    setTexts(found);
    listened.current = listenTo(shown, {
      texts: found,
      onType: (text, value) => latest.current.edits.type({ text, value, isLive: latest.current.isLive }),
      onDone(text, value) {
        latest.current.edits.save({ text: { ...text }, value, isLive: latest.current.isLive });
        if (needsReload.current) reload();
      },
      onCancel(text) {
        latest.current.edits.forget(text);
        if (needsReload.current) reload();
      },
      onOpen: openRow,
      onForm: openForm,
      onItem: changeItem,
      onLink: (to) => latest.current.change({ path: to, edit: null }),
    });
    // Listening has found further texts.
    setOrder(orderOf(shown, found));
    if (scroll.current.path === path)
      shown.defaultView?.scrollTo({ top: scroll.current.top, behavior: "instant" });
  }
  const [order, setOrder] = useState<number[]>([]);
  const listed = listedTexts(texts, order, page);
  const close = (isChanged: boolean) => {
    change({ edit: null, draft: null, do: null });
    if (isChanged) reload();
  };
  // A record's own form has its search result; the page's name is only that of its list.
  const searchText = texts.find(({ field }) => field === "meta_title");
  const searchForm =
    searchText?.kind === "page-seo"
      ? `${href("/admin-control-panel-seoprozone/pages")}?name=${encodeURIComponent(page)}&seo=1`
      : searchText?.form;
  const search = { path, frame: frameKey ?? "", turn: String(turn) };
  return (
    <>
      <TabHead title={words.title} about={words.about}>
        {texts.length > 0 && <Publishing edits={edits} texts={texts} onDone={reload} />}
      </TabHead>
      <div className="toolbar">
        <PageChoice path={path} added={added} />
        <WidthChoice width={width} hasFull onChange={setWidth} />
        <Switch name="live" label={words.live} isOn={false} onChange={setLive} />
      </div>
      <div className="pe">
        <div>
          {frameKey && (
            <PageFrame
              title={words.frame(path)}
              src={`${href("/admin-control-panel-seoprozone/edit-page/frame")}?${new URLSearchParams(search)}`}
              width={width}
              frame={frame}
              onPage={onPage}
            />
          )}
        </div>
        <section aria-label={words.list}>
          <h2>{words.list}</h2>
          <div className="btns">
            {searchForm && (
              <Link className="btn btn--soft" to={searchForm}>
                {words.searchResult}
              </Link>
            )}
          </div>
          <TextList
            texts={listed}
            all={texts}
            open={open}
            isLive={isLive}
            onOpen={openFromList}
            onType={(text, value) => edits.type({ text, value, isLive })}
            onSave={send}
            onForm={openForm}
            onItem={changeItem}
            onClose={(text) => {
              edits.forget(text);
              setOpen(null);
            }}
          />
        </section>
      </div>
      <UnsavedEdits edits={edits.unsaved} onRetry={edits.save} onDiscard={(edit) => discard(edit)} />
      {opened && (
        <ContentForm
          key={keyOfForm(opened.text)}
          {...opened}
          failed={messages.content.failed.update}
          pages={[]}
          known={[]}
          types={CONTENT_TYPES}
          linksFrom={LINK_TARGETS}
          onEdit={() => {}}
          onClose={close}
        />
      )}
    </>
  );

  /** Reloads the page, because it still shows the discarded text. */
  function discard(edit: Unsaved) {
    edits.discard(edit);
    reload();
  }
}

type PublishingProps = {
  edits: ReturnType<typeof usePageEdits>;
  texts: readonly PageText[];
  onDone: () => void;
};

/** Publishes only drafts of this page's texts. Others may be unfinished. */
function Publishing({ edits: { waiting, said, isTyping }, texts, onDone }: PublishingProps) {
  const fetcher = useFetcher<SaveReply>();
  useToast(fetcher.data?.toast);
  const own = waiting.filter((draft) => isWhollyOn(texts, draft));
  const count = (drafts: readonly WaitingDraft[]) => drafts.reduce((sum, { edits }) => sum + edits, 0);
  const pending = count(own);
  return (
    <div className="pe__publish">
      <p role="status">
        {isTyping ? words.typing : `${said} ${words.pending(pending, count(waiting) - pending)}`.trim()}
      </p>
      {waiting.length > 0 && (
        <div className="btns">
          <Link className="btn btn--line" to={CHANGES}>
            {words.review}
          </Link>
          {own.length > 0 && (
            <button
              type="button"
              className="btn btn--solid"
              disabled={fetcher.state !== "idle"}
              onClick={async () => {
                const drafts = own.map(({ draft }) => draft).join(".");
                await fetcher.submit({ intent: "publish", drafts }, { method: "post", action: CHANGES });
                onDone();
              }}
            >
              {words.publish(pending)}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
