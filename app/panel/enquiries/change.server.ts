import { enquiriesTab, valueWords } from "../../copy/panel/enquiries-tab.ts";
import type { EnquiryField } from "../../features/enquiries/fields.ts";
import { showDay } from "../../features/enquiries/next-step.ts";
import { postedValue, readValue, showValue, valueRules } from "../../features/enquiries/value.ts";
import { changeEnquiries } from "../../features/enquiries/writes.owner.server.ts";
import { type EnquiryStatus, type StageNames, stageNames } from "../../features/enquiry-table/statuses.ts";
import type { Settings } from "../../features/settings/defaults.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import { type Args, originOf } from "../../features/sign-in/actor.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { configContext, ownerDb } from "../../platform/http/context.server.ts";
import { isoDay, shortDate } from "../../platform/time/dates.ts";
import { save } from "../saving/save.server.ts";

const { toasts } = enquiriesTab;

type Named = { stages: StageNames; names: ReadonlyMap<string | null, string>; today: string };

/** Describes a change for the activity list. */
export function describeChange(
  { field, from, to }: { field: string; from: string; to: string },
  named: Named,
) {
  const { changed, formerPerson } = enquiriesTab.detail;
  const show: Record<EnquiryField, (text: string) => string> = {
    status: (status) => named.stages[status as EnquiryStatus],
    assigned_to: (person) => named.names.get(person) ?? formerPerson,
    follow_up_on: (day) => shortDate(new Date(`${day}T00:00Z`), "UTC", new Date(named.today)),
    lost_reason: (text) => text,
    value: (text) => showValue(readValue(text)!),
  };
  const [before, after] = [from, to].map((text) => text && show[field as EnquiryField](text));
  return changed[field as EnquiryField](after!, before!);
}

/** Returns who makes a change, and for which site. */
export const byOf = (args: Args) => ({
  siteUrl: args.context.get(configContext).siteUrl,
  browser: originOf(args).browser,
});

/** Changes fields of enquiries. The toast has Undo. */
export async function changeFields(
  args: Args,
  ids: string[],
  posted: Partial<Record<EnquiryField, string>>,
  form: FormData,
) {
  const db = args.context.get(ownerDb);
  const said = { done: "", failed: toasts.saveFailed };
  return save(async () => {
    const fields = { ...posted };
    if (posted.value !== undefined) {
      const value = valueRules.safeParse(Object.fromEntries(form));
      if (!value.success) throw new Refused({ "": valueWords.wrong });
      fields.value = postedValue(value.data);
    }
    const settings = await readSettings(db);
    said.done = toastOf(fields, ids.length, settings);
    const id = await changeEnquiries(db, ids, fields, byOf(args));
    return id ? { undo: { intent: "undo-change", id } } : undefined;
  }, said);
}

function toastOf(
  { status, follow_up_on, value, lost_reason }: Partial<Record<EnquiryField, string>>,
  count: number,
  settings: Settings,
): string {
  if (status !== undefined) return toasts.status(stageNames(settings)[status as EnquiryStatus], count);
  if (lost_reason !== undefined) return toasts.lost_reason;
  if (value !== undefined) {
    const read = readValue(value);
    return toasts.value(read ? showValue(read) : "");
  }
  if (follow_up_on === undefined) return toasts.assigned_to;
  return toasts.follow_up_on(follow_up_on && showDay(follow_up_on, isoDay(new Date(), settings.time_zone)));
}
