// Many pages differ from a template only in some text.
import type { Gap } from "../../app/platform/http/gap.ts";
import { escapeHtml } from "../../app/platform/text/plain-text.ts";
import { finalizePage, type Page } from "./cached-response.ts";

/** Each template, split at its marks. */
const cuts = new WeakMap<Page, Buffer[]>();

/** Returns the template with the text filled in, or unchanged if it has no mark. */
export function fillPage(template: Page, { mark, text }: Gap): Page {
  if (!mark) return template;
  const parts = cuts.get(template) ?? cut(template, mark);
  if (parts.length === 1) return template;
  const words = Buffer.from(escapeHtml(text));
  const { status, own, expiresAt } = template;
  return finalizePage({
    status,
    own,
    expiresAt,
    bodies: { identity: Buffer.concat(parts.flatMap((part, i) => (i === 0 ? [part] : [words, part]))) },
    isKeepable: false,
    isCompressedLate: true,
  });
}

function cut(template: Page, mark: string): Buffer[] {
  const parts = template.bodies.identity
    .toString()
    .split(escapeHtml(mark))
    .map((part) => Buffer.from(part));
  cuts.set(template, parts);
  return parts;
}

/** Returns a redirect with another target. */
export function redirectGap(page: Page, redirectUrl: (location: string) => string): Page {
  const own = page.own.map((value, i) =>
    page.own[i - 1]?.toLowerCase() === "location" ? redirectUrl(value) : value,
  );
  const { status, bodies, expiresAt } = page;
  return finalizePage({ status, own, bodies, expiresAt, isKeepable: false });
}
