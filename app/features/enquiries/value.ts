// What a customer is worth.
import { z } from "zod";
import { valueWords as words } from "../../copy/panel/enquiries-tab.ts";

/** A deal's value in US dollars. */
export type DealValue = { cents: number; per: "once" | "month"; isEstimate: boolean };

const CENTS_MAX = 100_000_000_00;

/** Reads amounts such as "3000", "$3,000" and "2,499.50". An empty amount means that the value is unknown. */
export const valueRules = z.object({
  value: z
    .string()
    .trim()
    .refine((typed) => typed === "" || centsOf(typed) !== null, words.wrong)
    .default(""),
  value_per: z.enum(["once", "month"]).default("once"),
  value_is_estimate: z.stringbool().default(false),
});

/** Returns null for anything but an amount of at least a cent and at most a hundred million dollars. */
function centsOf(typed: string): number | null {
  const amount = /^\$? ?(\d{1,3}(?:,?\d{3})*|\d+)(?:\.(\d{1,2}))?$/.exec(typed.trim());
  if (!amount) return null;
  const cents = Number(amount[1]!.replaceAll(",", "")) * 100 + Number((amount[2] ?? "").padEnd(2, "0"));
  return cents > 0 && cents <= CENTS_MAX ? cents : null;
}

/** Returns a posted value as text (`ENQUIRY_FIELDS`). */
export function postedValue({ value, value_per, value_is_estimate }: z.output<typeof valueRules>): string {
  const cents = centsOf(value);
  return cents === null ? "" : writeValue({ cents, per: value_per, isEstimate: value_is_estimate });
}

/** Returns a value as text, such as "300000 month estimate"; empty for none. */
export const writeValue = (value: DealValue | null): string =>
  value ? [value.cents, value.per, ...(value.isEstimate ? ["estimate"] : [])].join(" ") : "";

/** Reads the text of `writeValue`. */
export function readValue(text: string): DealValue | null {
  const [cents, per, estimate] = text.split(" ");
  return per === "once" || per === "month"
    ? { cents: Number(cents), per, isEstimate: estimate !== undefined }
    : null;
}

/** Returns "$3,000 a month", for example. Estimates begin with "about". */
export const showValue = ({ cents, per, isEstimate }: DealValue): string =>
  `${isEstimate ? `${words.about} ` : ""}${showMoney(cents)}${per === "month" ? ` ${words.perMonth}` : ""}`;

/** Returns "$3,000", or "$2,499.50" if there are cents. */
const showMoney = (cents: number): string =>
  (cents / 100).toLocaleString("en-US", {
    style: "currency",
    currency: "USD",
    minimumFractionDigits: cents % 100 ? 2 : 0,
  });
