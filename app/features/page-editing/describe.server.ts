// Describes the marked texts of a page for the page editor.
import { pageEditor as words } from "../../copy/panel/page-editor.ts";
import { pages } from "../../copy/site/pages.ts";
import type { Database } from "../../platform/database/database.server.ts";
import type { MarkedText } from "../../platform/database/marks.server.ts";
import { editorOf } from "../changes/apply.server.ts";
import { KINDS } from "../records/kinds.server.ts";
import type { KindName } from "../records/record-kind.server.ts";
import { listBuiltIns } from "../website-content/built-in.ts";
import { findText } from "../website-content/lists.server.ts";
import { readTextKey, type TextKey, writeTextKey } from "../website-content/text-key.ts";
import { pageLabel, textLabel } from "../website-content/text-label.ts";
import type { PageText } from "./page-text.ts";

const SERVICE_PAGES = Object.keys(pages).filter((name) => name.startsWith("services/")).length;

const ALWAYS = new Set(["header", "footer"]);
const isOfServicePages = ({ page_name, section_name }: TextKey) =>
  page_name === "services" && section_name.startsWith("shared_");

/** Returns the page's texts that have no mark: they're listed, and edited in their form. */
export async function listOthers(db: Database, page: string, marked: readonly MarkedText[]) {
  const known = new Set(marked.map(({ id }) => id));
  const left = listBuiltIns().filter(
    (text) =>
      (ALWAYS.has(text.page_name) ||
        text.page_name === page ||
        (page.startsWith("services/") && isOfServicePages(text))) &&
      !known.has(writeTextKey(text)),
  );
  const texts: MarkedText[] = [];
  for (const key of left) {
    const text = await findText(db, key);
    if (!text) continue;
    const of = { kind: "website-content", id: writeTextKey(key), field: "content_value", path: [] };
    texts.push({ ...of, base: text.content_value, format: "text", isInForm: true });
  }
  return texts;
}

/** @param page the name of the page that shows the text, as far as it's known */
export function describeText(text: MarkedText, page: string): PageText {
  const isInline = text.format === "text" && !text.isInForm && !/[{\n]/.test(text.base);
  const form = editorOf(text.kind as KindName, text.id);
  const key = text.kind === "website-content" ? readTextKey(text.id) : null;
  if (!key) {
    const kind = KINDS.find(({ name }) => name === text.kind);
    const label = kind?.fields?.find(({ name }) => name === text.field)?.label ?? text.field;
    return { ...text, isInline, form, label };
  }
  const part = text.path.map((one) => (typeof one === "number" ? one + 1 : one)).join(", ");
  const label = part ? `${textLabel(key)} (${part})` : textLabel(key);
  return { ...text, isInline, form, label, note: noteOf(key.page_name, key.section_name, page) };
}

function noteOf(name: string, section: string, page: string): string | undefined {
  if (name === "header" || name === "footer") return words.everyPage;
  if (name === "services" && section.startsWith("shared_")) return words.servicePages(SERVICE_PAGES);
  return name === page ? undefined : words.fromPage(pageLabel(name));
}
