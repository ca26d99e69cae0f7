import { counted } from "../../app/copy/counted.ts";

/** One line of the report. `missing` isn't set up yet; only a `problem` makes the check fail. */
export type Line = { state: "ok" | "note" | "missing" | "problem"; name: string; text: string };

const STATES = { ok: "OK", note: "Note", missing: "Missing", problem: "Problem" } as const;

export const ok = (name: string, text: string): Line => ({ state: "ok", name, text });
export const note = (name: string, text: string): Line => ({ state: "note", name, text });
export const missing = (name: string, text: string): Line => ({ state: "missing", name, text });
export const problem = (name: string, text: string): Line => ({ state: "problem", name, text });

export const isProblem = ({ state }: Line) => state === "problem";

/** Returns the report: one line each, aligned, and a summary. */
export function printLines(lines: readonly Line[]): string {
  const width = Math.max(...lines.map(({ name }) => name.length));
  const rows = lines.map(
    ({ state, name, text }) =>
      `${STATES[state].padEnd(8)} ${name.padEnd(width)}  ${text.replace(/\s+/g, " ")}`,
  );
  const count = (wanted: Line["state"]) => lines.filter(({ state }) => state === wanted).length;
  const summary = `${counted(count("problem"), "problem")}, ${count("missing")} missing, ${counted(count("note"), "note")}, ${count("ok")} OK.`;
  return [...rows, "", summary].join("\n");
}
