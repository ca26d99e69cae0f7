// The fields of an enquiry that the owner changes, as text for posts, the activity list and Undo.
import type { enquiries } from "../enquiry-table/table.server.ts";
import { readValue, writeValue } from "./value.ts";

type Row = typeof enquiries.$inferSelect;

type Field = {
  read: (row: Row) => string;
  columns: (text: string) => Partial<Row>;
};

/** Returns a row's value of the deal; null if it's unknown. */
export const dealValueOf = ({
  value_cents: cents,
  value_per: per,
  value_is_estimate: isEstimate,
}: Pick<Row, "value_cents" | "value_per" | "value_is_estimate">) =>
  cents === null ? null : { cents, per: per as "once" | "month", isEstimate: isEstimate === true };

/** Empty text means null. */
export const ENQUIRY_FIELDS = {
  status: { read: (row) => row.status, columns: (status) => ({ status }) },
  assigned_to: { read: (row) => row.assigned_to ?? "", columns: (id) => ({ assigned_to: id || null }) },
  follow_up_on: { read: (row) => row.follow_up_on ?? "", columns: (day) => ({ follow_up_on: day || null }) },
  lost_reason: { read: (row) => row.lost_reason ?? "", columns: (text) => ({ lost_reason: text || null }) },
  value: {
    read: (row) => writeValue(dealValueOf(row)),
    columns: (text) => {
      const value = readValue(text);
      return {
        value_cents: value?.cents ?? null,
        value_per: value?.per ?? null,
        value_is_estimate: value?.isEstimate ?? null,
      };
    },
  },
} satisfies Record<string, Field>;
export type EnquiryField = keyof typeof ENQUIRY_FIELDS;
