import { expect, test } from "vitest";
import { postedValue, readValue, showValue, valueRules } from "./value.ts";

const posted = (fields: object) => postedValue(valueRules.parse(fields));

test.each([
  ["3000", "$3,000"],
  ["$3,000", "$3,000"],
  [" 2,499.50 ", "$2,499.50"],
  ["2499.5", "$2,499.50"],
  ["0.01", "$0.01"],
  ["100,000,000", "$100,000,000"],
])("the amount '%s' is %s", (value, shown) => {
  expect(showValue(readValue(posted({ value }))!)).toBe(shown);
});

test.each(["0", "-5", "3k", "1e3", "12,34", "1.234", "3.000,50", "€5", "100000000.01", "٣"])(
  "'%s' isn't an amount",
  (value) => {
    expect(valueRules.safeParse({ value }).success).toBe(false);
  },
);

test("values are once or monthly, and may be estimates", () => {
  const estimate = posted({ value: "3,000", value_per: "month", value_is_estimate: "on" });
  expect(readValue(estimate)).toEqual({ cents: 300_000, per: "month", isEstimate: true });
  expect(showValue(readValue(estimate)!)).toBe("about $3,000 a month");
  expect(posted({ value: "" })).toBe("");
  expect(readValue("")).toBeNull();
});
