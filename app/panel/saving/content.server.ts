import { data, type RouterContextProvider } from "react-router";
import { z } from "zod";
import { BUILT_IN_MARK } from "../../copy/business.ts";
import { brokenLinks, menuWidth, messages } from "../../copy/messages.ts";
import { brandCard } from "../../copy/panel/brand.ts";
import { LinkFollower } from "../../features/page-checks/links.server.ts";
import { websiteContent } from "../../features/records/website-content.server.ts";
import { settingPath } from "../../features/settings/subjects.ts";
import type { Args } from "../../features/sign-in/actor.server.ts";
import { may } from "../../features/staff/signed-in.server.ts";
import { builtInModel, listBuiltIns } from "../../features/website-content/built-in.ts";
import { contentType } from "../../features/website-content/content-type.ts";
import { readFacts } from "../../features/website-content/facts.server.ts";
import { fillValue } from "../../features/website-content/facts.ts";
import { TEXT_LABELS } from "../../features/website-content/labels.ts";
import { linksOf } from "../../features/website-content/links-of.ts";
import {
  findText,
  listTexts,
  type SiteText,
  type TextFilter,
} from "../../features/website-content/lists.server.ts";
import { navWidth } from "../../features/website-content/nav-width.ts";
import { addContent, deleteContent, updateContent } from "../../features/website-content/queries.server.ts";
import {
  type ContentInput,
  contentRules,
  MARKED_KEY,
  REQUIRED_FIELDS,
} from "../../features/website-content/rules.ts";
import { readTextKey, type TextKey, writeTextKey } from "../../features/website-content/text-key.ts";
import { textLabel } from "../../features/website-content/text-label.ts";
import { toTextRow } from "../../features/website-content/text-row.ts";
import { loadTexts } from "../../features/website-content/texts.server.ts";
import { stampsOf } from "../../platform/database/changes.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { recordVersion } from "../../platform/database/record-version.ts";
import { configContext, fetchAsVisitor, ownerDb } from "../../platform/http/context.server.ts";
import { parseOr400 } from "../../platform/http/posted-form.server.ts";
import { viewOnSite } from "../../ui/panel/toaster.tsx";
import { readAutosave } from "./autosaves.server.ts";
import { openWithDraft, saveAndForget } from "./drafts.server.ts";
import { openKinds } from "./open-kinds.server.ts";
import { describeOtherPlaces } from "./other-places.server.ts";
import { readPlaces } from "./places.server.ts";
import { readRowMarks } from "./row-marks.server.ts";
import { afterSave, readForm, save, saveForm, type ToastAddition, withUndo } from "./save.server.ts";
import { saveUpdate } from "./update.server.ts";

const words = messages.content;

/** The `data-form` value in `ContentForm`. */
const FORM = "website-content";

const target = z.object({ id: z.uuid() });
const addressFields = z.object({
  page_name: z.string().trim().catch(""),
  section_name: z.string().trim().catch(""),
  content_key: z.string().trim().catch(""),
});
const edited = z.object({
  id: z.uuid().or(z.literal("")).default(""),
  version: recordVersion,
});

/**
 * @param asked.edit from `writeTextKey`
 * @param asked.add set for a new text; may be an autosave's id
 * @returns null if no text is open; `text` is null for a new text
 */
export async function openText(db: Database, asked: { edit?: string; draft?: boolean; add?: string }) {
  const { edit, draft, add } = asked;
  const textKey = edit ? readTextKey(edit) : null;
  if (!textKey) {
    if (add === undefined) return null;
    return {
      text: null,
      autosave: await readAutosave(db, FORM, { record: null, asked: add }),
    };
  }
  const key = { kind: websiteContent.name, id: writeTextKey(textKey) };
  const { record, waiting } = await openWithDraft(db, key, draft, (db) => readText(db, textKey));
  if (!record) return null;
  return {
    text: { ...record, waiting },
    autosave: await readAutosave(db, FORM, { record: key.id }),
  };
}

async function readText(db: Database, textKey: TextKey) {
  const text = await findText(db, textKey);
  if (!text) return null;
  const { updated_at, ...record } = text;
  const opened = stampsOf(text, TEXT_LABELS);
  if (textKey.content_key === MARKED_KEY) return { ...record, opened, ...(await readMarked(db, text)) };
  const [columns, note] = await Promise.all([readColumns(db, textKey), describeMenuWidth(db, textKey)]);
  return { ...record, columns, note, opened };
}

export const knownTexts = (page?: string) =>
  listBuiltIns()
    .filter(({ page_name }) => !page || page_name === page)
    .map(({ value, ...at }) => ({ ...at, content_type: contentType(value) }));

/** Returns a headline and its highlighted words, as visitors see them. */
async function readMarked(db: Database, { page_name, section_name, content_value }: SiteText) {
  const headline = await findText(db, { page_name, section_name, content_key: "title" });
  const facts = await readFacts(db);
  if (!headline) return {};
  return {
    title: fillValue(headline.content_value, facts, false),
    content_value: fillValue(content_value, facts, false),
  };
}

const IN_MENU_ROW = ["header:navigation:items", "header:cta:label", "header:brand:logo_text"];

/** Returns a note if the navigation is so wide that a menu button replaces it on some or all large screens. */
async function describeMenuWidth(db: Database, textKey: TextKey): Promise<string | undefined> {
  if (!IN_MENU_ROW.includes(writeTextKey(textKey))) return undefined;
  const width = navWidth((await loadTexts(db, ["header"])).header);
  return width && menuWidth[width];
}

/** Returns a table's column headings as visitors see them. */
async function readColumns(db: Database, { page_name, section_name, content_key }: TextKey) {
  if (content_key !== "rows") return undefined;
  const columns = await findText(db, { page_name, section_name, content_key: "columns" });
  if (!columns?.builtIn || columns.mismatch) return undefined;
  return fillValue(JSON.parse(columns.content_value) as string[], await readFacts(db));
}

export async function readTextList(db: Database, filter: TextFilter, timeZone: string) {
  const [found, facts] = await Promise.all([listTexts(db, filter), readFacts(db)]);
  // If no text has the exact phrase, search for texts with all of its words.
  const { rows, ...paging } = found.matching ? found : await listTexts(db, { ...filter, isByWord: true });
  const [placeOf, { marksOf, unsaved }] = await Promise.all([
    readPlaces(db, rows),
    readRowMarks(db, { name: websiteContent.name, form: FORM }),
  ]);
  const shown = rows.map((text) => ({
    ...toTextRow(text, timeZone, placeOf(text), facts),
    ...marksOf(writeTextKey(text)),
  }));
  return { rows: shown, ...paging, perPage: filter.perPage, unsaved };
}

/**
 * @param failed toasts by intent
 * @throws a 400 for any other form
 */
export async function saveContentForm(args: Args, form: FormData, failed: { add: string; update: string }) {
  const { context } = args;
  const db = context.get(ownerDb);
  const fields = Object.fromEntries(form);
  let columns: Awaited<ReturnType<typeof readColumns>>;
  try {
    if (fields.content_key === "rows") columns = await readColumns(db, addressIn(form));
  } catch (error) {
    return save(() => Promise.reject<undefined>(error), { done: words.updated, failed: failed.update });
  }
  const write = (save: (tx: Database) => Promise<string[]>) => saveAndForget(db, form, FORM, save);
  switch (form.get("intent")) {
    case "add":
      return saveForm(
        readForm(form, contentRules(builtInModel, columns)),
        async (input) =>
          withUndo(context, await describe(context, input, await write((tx) => addContent(tx, input)))),
        { done: words.added, failed: failed.add, missing: words.missing },
        REQUIRED_FIELDS,
      );
    case "update": {
      const { id, version } = parseOr400(edited, fields);
      const address = addressIn(form);
      return saveUpdate(args, form, {
        ...{ key: { kind: websiteContent.name, id: writeTextKey(address) }, version },
        ...{ schema: contentRules(builtInModel, columns), labels: TEXT_LABELS, required: REQUIRED_FIELDS },
        words: { updated: words.updated, failed: failed.update, missing: words.missing },
        find: (tx) => findText(tx, address),
        what: "saved this content",
        async write(input) {
          const before = await findText(db, input);
          const removed = await write((tx) => updateContent(tx, id || null, version, input));
          return describe(context, input, removed, before?.content_value);
        },
      });
    }
    case "delete": {
      const { id } = parseOr400(target, fields);
      return save(
        async () => {
          await deleteContent(db, id);
          return withUndo(context);
        },
        { done: words.deleted, failed: words.failed.delete },
      );
    }
    default:
      throw data(null, { status: 400 });
  }
}

/** When this text changes, the toast links to the Settings tab. */
const LOGO = "header:brand:logo_image";

const addressIn = (form: FormData) => addressFields.parse(Object.fromEntries(form));

async function findBroken(context: Readonly<RouterContextProvider>, text: ContentInput): Promise<string[]> {
  const follower = new LinkFollower(context.get(fetchAsVisitor), context.get(configContext).siteUrl);
  const states = await follower.follow(linksOf(text), "/");
  return [...states].filter(([, state]) => state === "broken").map(([link]) => link);
}

/** Returns the toast: the text's name, removed HTML (decision 0035.3), notes and links. */
async function describe(
  context: Readonly<RouterContextProvider>,
  text: ContentInput,
  removed: string[],
  before = "",
): Promise<ToastAddition> {
  const type = text.content_type === "html" || text.content_type === "json" ? text.content_type : "text";
  const db = context.get(ownerDb);
  const place = (await afterSave(() => readPlaces(db, [text])))?.(text);
  const broken = await afterSave(() => findBroken(context, text));
  const menu = await afterSave(() => describeMenuWidth(db, text));
  const elsewhere = await describeOtherPlaces(db, openKinds(context), before, text.content_value, type);
  const isLogo = writeTextKey(text) === LOGO && text.content_value !== BUILT_IN_MARK;
  const lines = [
    `${textLabel(text)}.`,
    removed.length > 0 && `Removed from the text: ${removed.join(", ")}.`,
    place?.when,
    elsewhere?.text,
    broken && brokenLinks(broken),
    menu,
    isLogo && brandCard.images.chosen.text,
  ];
  const links = [
    place?.path ? viewOnSite(place.path) : [],
    elsewhere?.link ?? [],
    isLogo && may(context, "everything")
      ? { label: brandCard.images.chosen.link, to: settingPath("logo") }
      : [],
  ].flat();
  return { text: lines.filter(Boolean).join(" "), links };
}
