// Describes the marked texts of a page for the page editor.
import { pageEditor as words } from "../../copy/panel/page-editor.ts";
import { pages } from "../../copy/site/pages.ts";
import type { MarkedText } from "../../platform/database/marks.server.ts";
import { editorOf } from "../changes/apply.server.ts";
import { KINDS } from "../records/kinds.server.ts";
import type { KindName } from "../records/record-kind.server.ts";
import { readTextKey } from "../website-content/text-key.ts";
import { pageLabel, textLabel } from "../website-content/text-label.ts";
import type { PageText } from "./page-text.ts";

const SERVICE_PAGES = Object.keys(pages).filter((name) => name.startsWith("services/")).length;

/** @param page the name of the page that shows the text, as far as it's known */
export function describeText(text: MarkedText, page: string): PageText {
  const isInline = text.format === "text" && !/[{\n]/.test(text.base);
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
