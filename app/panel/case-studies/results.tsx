import { ArrowDown, ArrowUp, Braces, ChartColumn, List, Plus, Trash2 } from "lucide-react";
import { useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { resultBars } from "../../features/case-studies/result-bars.ts";
import { formatResults, parseResults, type Results } from "../../features/case-studies/results-json.ts";
import { Field, type FieldState } from "../../ui/panel/field.tsx";
import { IconButton } from "../../ui/panel/icon-button.tsx";
import { JsonControl } from "../../ui/panel/json-control.tsx";

/** `stored` is the row as loaded. */
type Entry = {
  key: number;
  label: string;
  value: string;
  stored?: { label: string; value: string | number };
};

/** Converts text to a number if the number reads the same: "4.90" and "007" stay text. */
const toValue = (text: string) =>
  String(Number(text)) === text && Number.isFinite(Number(text)) ? Number(text) : text;

/** Builds the JSON by hand: an object would merge duplicate labels before validation could reject them. */
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

/** JavaScript objects put whole-number labels first. */
const comesFirst = (label: string) => /^(?:0|[1-9]\d{0,9})$/.test(label) && Number(label) < 2 ** 32 - 1;

function readEntries(json: string): Results | null {
  try {
    return parseResults(json);
  } catch {
    // Not JSON: keep the text, and let validation report the error.
    return null;
  }
}

const CHART_HINT =
  "Values with a start and an end, like “26 to 2”, “$40 to $18” or “from 40% to 96%”, also appear in the Before and After chart.";

const isDrawn = ({ label, value }: Entry) => resultBars({ [label]: value }).length > 0;

/** Renders key results as rows or as JSON. The hidden `results` field always contains JSON. */
export function ResultsField({ field }: { field: FieldState }) {
  const labelId = useId();
  const lastKey = useRef(0);
  const list = useRef<HTMLFieldSetElement>(null);
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
        <fieldset className="kvs" ref={list} aria-labelledby={labelId}>
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
            onClick={() => {
              flushSync(() => changeEntries([...entries, { key: ++lastKey.current, label: "", value: "" }]));
              list.current?.querySelector<HTMLElement>("div:last-child > input")?.focus();
            }}
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
