import { ArrowDown, ArrowUp, Braces, ChartColumn, List, Plus, Trash2 } from "lucide-react";
import { useId, useRef, useState } from "react";
import { resultBars } from "../../features/case-studies/result-bars.ts";
import { formatResults, parseResults, type Results } from "../../features/case-studies/results-json.ts";
import { Field, type FieldState } from "../../ui/panel/field.tsx";
import { IconButton } from "../../ui/panel/icon-button.tsx";
import { JsonControl } from "../../ui/panel/json-control.tsx";

/** A row as shown; `stored` is the value it was read from. */
type Entry = {
  key: number;
  label: string;
  value: string;
  stored?: { label: string; value: string | number };
};

/** Converts typed text to a number only if the number reads the same: "4.90" and "007" stay text. */
const toValue = (text: string) =>
  String(Number(text)) === text && Number.isFinite(Number(text)) ? Number(text) : text;

/** Builds the JSON by hand, because two equal labels must reach the rules and be rejected there. */
function toJson(entries: Entry[]): string {
  const lines = entries
    .filter(({ label, value }) => label.trim() || value.trim())
    .map(({ label, value, stored }) => {
      const name = label === stored?.label ? label : label.trim();
      const result = value === String(stored?.value) ? stored!.value : toValue(value.trim());
      return `  ${JSON.stringify(name)}: ${JSON.stringify(result)}`;
    });
  return lines.length ? `{\n${lines.join(",\n")}\n}` : "";
}

/** Returns whether a label comes first regardless of its position, as whole numbers do in a JavaScript object. */
const comesFirst = (label: string) => /^(?:0|[1-9]\d{0,9})$/.test(label) && Number(label) < 2 ** 32 - 1;

function readEntries(json: string): Results | null {
  try {
    return parseResults(json);
  } catch {
    // It can't be shown as a list, so it stays JSON; validation says what's wrong.
    return null;
  }
}

const CHART_HINT =
  "Values like “26 to 2”, “from 40% to 96%”, “+312%”, “250%”, “30% fewer” or “3x” also appear in the Before and After chart.";

const isDrawn = ({ label, value }: Entry) => resultBars({ [label]: value }).length > 0;

/**
 * Renders key results as a list of labels and values, or as their JSON. The `results` control always contains the
 * JSON.
 */
export function ResultsField({ field }: { field: FieldState }) {
  const labelId = useId();
  const lastKey = useRef(0);
  const toEntries = (results: Results): Entry[] =>
    Object.entries(results).map(([label, value]) => ({
      key: ++lastKey.current,
      label,
      value: String(value),
      stored: { label, value },
    }));

  const [json, setJson] = useState(typeof field.initialValue === "string" ? field.initialValue : "");
  const [entries, setEntries] = useState<Entry[]>(() => toEntries(readEntries(json) ?? {}));
  const [isAsJson, setAsJson] = useState(() => readEntries(json) === null);

  const changeEntries = (next: Entry[]) => {
    setEntries(next);
    setJson(toJson(next));
  };
  const changeJson = (next: string) => {
    setJson(next);
    const results = readEntries(next);
    if (results) setEntries(toEntries(results));
    else setAsJson(true);
  };
  const edit = (entry: Entry, typed: Partial<Entry>) =>
    changeEntries(entries.map((one) => (one === entry ? { ...one, ...typed } : one)));
  const move = (from: number, to: number) =>
    changeEntries(entries.map((one, i) => (i === from ? entries[to]! : i === to ? entries[from]! : one)));
  const isShownAsJson = isAsJson || Boolean(field.errors?.length);
  const early = entries.map(({ label }) => label.trim()).find(comesFirst);
  const hint =
    [
      isShownAsJson &&
        'A label and a value (text or number) for each result, such as { "Organic Traffic": "+120%", "Leads": 41 }.',
      early &&
        `“${early}” comes first because it's a whole number. Add a word, as in “In ${early}”, to keep the order.`,
      !isShownAsJson && CHART_HINT,
    ]
      .filter(Boolean)
      .join(" ") || undefined;

  return (
    <Field field={field} label="Key results" isOptional hint={hint} labelId={labelId}>
      <JsonControl
        field={field}
        hint={hint}
        labelId={labelId}
        isShown={isShownAsJson}
        rows={6}
        value={json}
        onChange={changeJson}
      />
      {!isShownAsJson && (
        <fieldset className="kvs" aria-labelledby={labelId}>
          {entries.length > 0 && (
            <div aria-hidden>
              <span className="label">Label</span>
              <span className="label">Value</span>
            </div>
          )}
          {entries.map((entry, i) => {
            const name = entry.label || "this result";
            return (
              <div key={entry.key}>
                <input
                  className="input"
                  aria-label="Result label"
                  placeholder="Organic Traffic"
                  value={entry.label}
                  onChange={({ currentTarget }) => edit(entry, { label: currentTarget.value })}
                />
                <input
                  className="input num"
                  aria-label="Result value"
                  placeholder="+120%"
                  value={entry.value}
                  onChange={({ currentTarget }) => edit(entry, { value: currentTarget.value })}
                />
                <span className="kvs__acts">
                  <IconButton icon={ArrowUp} disabled={i === 0} onClick={() => move(i, i - 1)}>
                    Move up {name}
                  </IconButton>
                  <IconButton
                    icon={ArrowDown}
                    disabled={i === entries.length - 1}
                    onClick={() => move(i, i + 1)}
                  >
                    Move down {name}
                  </IconButton>
                  <IconButton
                    icon={Trash2}
                    onClick={() => changeEntries(entries.filter((one) => one !== entry))}
                  >
                    Remove {name}
                  </IconButton>
                </span>
                {isDrawn(entry) && (
                  <small className="kvs__drawn">
                    <ChartColumn className="i i-sm" aria-hidden />
                    In the chart
                  </small>
                )}
              </div>
            );
          })}
        </fieldset>
      )}
      <div className="btns">
        {!isShownAsJson && (
          <button
            type="button"
            className="btn btn--soft"
            onClick={() => changeEntries([...entries, { key: ++lastKey.current, label: "", value: "" }])}
          >
            <Plus className="i" aria-hidden />
            Add result
          </button>
        )}
        <button
          type="button"
          className="btn btn--ghost"
          disabled={isShownAsJson && readEntries(json) === null}
          onClick={() => {
            if (!isShownAsJson) setJson(json || formatResults(readEntries(json) ?? {}));
            setAsJson(!isShownAsJson);
          }}
        >
          {isShownAsJson ? <List className="i" aria-hidden /> : <Braces className="i" aria-hidden />}
          {isShownAsJson ? "Edit as a list" : "Edit as JSON"}
        </button>
      </div>
    </Field>
  );
}
