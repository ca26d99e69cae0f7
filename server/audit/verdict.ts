// What a rule says.
import type { Finding } from "../../app/features/audit/result.ts";
import type { Outcome, Seen, Why } from "./seen.ts";

export type Verdict = Pick<Finding, "state" | "value">;

/** A rule: what it says of what was seen; null where it asks for nothing on this website. */
export type Judge = (seen: Seen) => Verdict | null;
/** A rule on a page that could be read. */
export type JudgePage = (page: NonNullable<Seen["page"]>, seen: Seen) => Verdict | null;

type Value = Finding["value"];
/** Texts from other websites are cut to this. */
export const TEXT_CHARACTERS = 200;

/** Texts of other websites are kept short, whichever they are. */
function short(value: Value): Value {
  const cut = (one: Value[string]) =>
    typeof one === "string"
      ? one.slice(0, TEXT_CHARACTERS)
      : Array.isArray(one)
        ? one.slice(0, 10).map((text) => text.slice(0, TEXT_CHARACTERS))
        : one;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, cut(one)]));
}

export const pass = (value: Value = {}): Verdict => ({ state: "pass", value: short(value) });
export const warn = (value: Value = {}): Verdict => ({ state: "warn", value: short(value) });
export const fail = (value: Value = {}): Verdict => ({ state: "fail", value: short(value) });
export const note = (value: Value = {}): Verdict => ({ state: "note", value: short(value) });
export const unchecked = (why: Why): Verdict => ({ state: "unchecked", value: { why } });

/** Why something that led to neither a page nor nothing was not checked. */
export const left = (outcome: Outcome): Verdict =>
  unchecked(outcome === "good" || outcome === "gone" ? "answer" : outcome);
