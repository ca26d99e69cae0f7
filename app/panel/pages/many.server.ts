import { data, href } from "react-router";
import { z } from "zod";
import { messages } from "../../copy/messages.ts";
import { landingPages as texts } from "../../copy/panel/landing-pages.ts";
import { withSerializableRetry } from "../../features/changes/apply.server.ts";
import { saveDraft } from "../../features/changes/drafts.server.ts";
import { draftName } from "../../features/changes/record-key.server.ts";
import { planMany } from "../../features/landing-pages/many.server.ts";
import { landingPages } from "../../features/records/landing-pages.server.ts";
import type { Args } from "../../features/sign-in/actor.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { isContentUntouched, ownerDb } from "../../platform/http/context.server.ts";
import { log } from "../../platform/log.server.ts";
import { decodeSheet } from "../../platform/text/csv-input.ts";
import type { ToastMessage } from "../../ui/panel/toaster.tsx";

const words = texts.bulk;
const CHANGES = href("/admin-control-panel-seoprozone/changes");
const CSV_MAX_CHARS = 200_000;
/** In UTF-16, or in UTF-8 with letters of other scripts. */
const CSV_BYTES_MAX = 3 * CSV_MAX_CHARS;
const rules = z.object({
  template: z.uuid({ error: words.templateGone }),
  csv: z.string().max(CSV_MAX_CHARS, words.noCsv).default(""),
});

export type ManyReply = {
  toast: ToastMessage | null;
  errors: Record<string, string>;
  /** pages added, or pages to add if this is a preview */
  pages: { title: string; slug: string }[];
  isAdded: boolean;
};

export const isMany = (form: FormData) => form.get("intent") === "add-many";

/**
 * Adds an unpublished page per row, with a draft that publishes it. Adds all rows or none. With `preview`, only lists
 * the pages.
 */
export async function saveMany({ context }: Args, form: FormData) {
  const db = context.get(ownerDb);
  const refuse = (errors: Record<string, string>) => {
    const toast = { tone: "bad", title: words.failed, text: Object.values(errors)[0] } as const;
    return data<ManyReply>({ toast, errors, pages: [], isAdded: false }, { status: 400 });
  };
  const file = form.get("file");
  if (file instanceof File && file.size)
    form.set("csv", file.size > CSV_BYTES_MAX ? "" : decodeSheet(new Uint8Array(await file.arrayBuffer())));
  const read = rules.safeParse({ template: form.get("template"), csv: form.get("csv") });
  if (!read.success) {
    const [issue] = read.error.issues;
    return refuse({ [String(issue?.path[0] ?? "")]: issue?.message ?? messages.landingPage.failed.add });
  }
  const { template, csv } = read.data;
  try {
    const planned = planMany(await landingPages.read(db, template), csv);
    const pages = planned.map((page) => ({ title: page.title, slug: page.slug }));
    if (form.get("preview")) return data<ManyReply>({ toast: null, errors: {}, pages, isAdded: false });
    context.set(isContentUntouched, true);
    const drafts = await withSerializableRetry(db, async (tx) => {
      const names: string[] = [];
      for (const page of planned) {
        const { id } = await landingPages.insert(tx, page);
        const key = { kind: landingPages.name, id };
        await saveDraft(tx, key, { posted: { published: "on" } });
        names.push(draftName(key));
      }
      return names.join(".");
    });
    const links = [{ label: words.open, to: `${CHANGES}?drafts=${drafts}` }];
    return data<ManyReply>({
      toast: { tone: "good", title: words.done(pages.length), links },
      errors: {},
      pages,
      isAdded: true,
    });
  } catch (error) {
    if (error instanceof Refused) return refuse({ ...error.fields });
    log.error({ err: error }, words.failed);
    const toast = { tone: "bad", title: words.failed, text: words.tryAgain } as const;
    return data<ManyReply>({ toast, errors: {}, pages: [], isAdded: false }, { status: 500 });
  }
}
