// What the owner records about an enquiry: its stage, outcome, value and next step.
import { type FormEvent, type ReactNode, type RefObject, useRef, useState } from "react";
import { enquiriesTab, valueWords } from "../../copy/panel/enquiries-tab.ts";
import { postedValue, valueRules, writeValue } from "../../features/enquiries/value.ts";
import type { EnquiryStatus, StageNames } from "../../features/enquiry-table/statuses.ts";
import { TextField } from "../../ui/panel/field.tsx";
import { Options } from "../../ui/panel/list-parts.tsx";
import { useUnsavedGuard } from "../../ui/panel/unsaved-guard.ts";
import type { EnquiryRecord } from "./trail.tsx";

const words = enquiriesTab.detail;

export type Change = (fields: Record<string, string>) => void;

type Props = { record: EnquiryRecord; change: Change };

/**
 * Saves a status when its button is clicked, then asks for the value of a won deal or the reason for a lost one. Both
 * can be skipped.
 * @param sent what's being posted, which shows before the reply arrives
 */
export function Stage({ record, stages, sent, change }: Props & { stages: StageNames; sent?: FormData }) {
  const status = sent?.get("status") ?? record.status;
  const [wasWonHere, setWonHere] = useState(false);
  return (
    <>
      <Choices
        label={words.status}
        of={Object.entries(stages)}
        chosen={String(status)}
        onChoose={(code) => {
          setWonHere((code as EnquiryStatus) === "won");
          change({ status: code });
        }}
      />
      {record.status === "won" && (
        <DealValue record={record} change={change} hasFocus={wasWonHere && !record.value} />
      )}
      {record.status === "lost" && <LostReason record={record} change={change} />}
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="enquiry__part" aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

/** Renders buttons of which at most one is pressed. */
function Choices({
  label,
  of,
  chosen,
  onChoose,
}: {
  label: string;
  of: (readonly [value: string, name: string])[];
  chosen: string;
  onChoose: (value: string) => void;
}) {
  return (
    <fieldset className="stages" aria-label={label}>
      {of.map(([value, name]) => (
        <button
          key={value}
          type="button"
          className="btn btn--line"
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}

/** Asks before leaving while the input has text that hasn't been posted. */
function useTypedGuard(input: RefObject<HTMLInputElement | null>) {
  const posted = useRef<string>(undefined);
  useUnsavedGuard(() => {
    const { value, defaultValue } = input.current ?? {};
    return value !== defaultValue && value !== posted.current;
  });
  return posted;
}

function LostReason({ record, change }: Props) {
  const reason = record.lost_reason ?? "";
  const input = useRef<HTMLInputElement>(null);
  const posted = useTypedGuard(input);
  return (
    <Part title={words.reason}>
      <Choices
        label={words.reason}
        of={words.reasons.map((one) => [one, one])}
        chosen={reason}
        onChoose={(one) => change({ lost_reason: one === reason ? "" : one })}
      />
      <form
        className="enquiry__line"
        onSubmit={(event) => {
          const { other = "" } = submitted(event);
          posted.current = other;
          change({ lost_reason: other });
        }}
      >
        <input
          key={reason}
          ref={input}
          className="input"
          name="other"
          maxLength={200}
          aria-label={words.otherReason}
          placeholder={words.otherReason}
          defaultValue={words.reasons.includes(reason) ? "" : reason}
        />
        <button type="submit" className="btn btn--line">
          {words.saveReason}
        </button>
      </form>
    </Part>
  );
}

/** @param hasFocus moves the focus to the amount */
export function DealValue({ record, change, hasFocus }: Props & { hasFocus?: boolean }) {
  const { value } = record;
  const saved = writeValue(value);
  const form = useRef<HTMLFormElement>(null);
  const posted = useRef<string>(undefined);
  const [error, setError] = useState<string>();
  useUnsavedGuard(() => {
    if (!form.current) return false;
    const typed = valueRules.safeParse(Object.fromEntries(new FormData(form.current)));
    const text = typed.success ? postedValue(typed.data) : null;
    return text !== saved && text !== posted.current;
  });
  return (
    <Part title={words.value}>
      <form
        ref={form}
        className="enquiry__value"
        onSubmit={(event) => {
          const fields = submitted(event);
          const typed = valueRules.safeParse(fields);
          setError(typed.success ? undefined : valueWords.wrong);
          if (!typed.success) return form.current?.querySelector("input")?.focus();
          posted.current = postedValue(typed.data);
          change(fields);
        }}
      >
        {/* New inputs, because a saved or undone value replaces what was typed. */}
        <div className="enquiry__line" key={saved}>
          <TextField
            field={{
              ...{ id: "value", name: "value", errors: error ? [error] : [] },
              initialValue: value ? (value.cents / 100).toFixed(value.cents % 100 ? 2 : 0) : "",
            }}
            label={words.amount}
            inputMode="decimal"
            autoComplete="off"
            autoFocus={hasFocus}
          />
          <select
            className="input"
            name="value_per"
            aria-label={words.per}
            defaultValue={value?.per ?? "once"}
          >
            <Options of={words.pers} />
          </select>
          <label className="check">
            <input type="checkbox" name="value_is_estimate" defaultChecked={value?.isEstimate} />
            {words.estimate}
          </label>
        </div>
        <p className="hint">{words.valueHint}</p>
        <button type="submit" className="btn btn--line">
          {words.saveValue}
        </button>
      </form>
    </Part>
  );
}

export function NextStep({ record, today, change }: Props & { today: string }) {
  const day = record.follow_up_on ?? "";
  const input = useRef<HTMLInputElement>(null);
  const posted = useTypedGuard(input);
  return (
    <Part title={words.step}>
      {record.step && (
        <p>
          <span className={record.isDue ? "badge badge--warn" : "badge"}>{record.step}</span>
        </p>
      )}
      <Choices
        label={words.step}
        of={Object.entries(record.days).map(([name, on]) => [
          on,
          words.steps[name as keyof typeof words.steps],
        ])}
        chosen={day}
        onChoose={(on) => change({ follow_up_on: on })}
      />
      <form
        className="enquiry__line"
        noValidate
        onSubmit={(event) => {
          const { day: on = "" } = submitted(event);
          if (!on && !day) return input.current?.focus();
          posted.current = on;
          change({ follow_up_on: on });
        }}
      >
        <input
          key={day}
          ref={input}
          className="input"
          type="date"
          name="day"
          aria-label={words.stepDay}
          min={today}
          max="2199-12-31"
          defaultValue={day}
        />
        <button type="submit" className="btn btn--line">
          {words.setStep}
        </button>
        {day && (
          <button
            type="button"
            className="btn btn--ghost"
            onClick={() => {
              change({ follow_up_on: "" });
              // The button disappears.
              document.getElementById("enquiry")?.focus({ preventScroll: true });
            }}
          >
            {words.removeStep}
          </button>
        )}
      </form>
    </Part>
  );
}

/** Returns the fields of a form that's submitted by script. */
function submitted(event: FormEvent<HTMLFormElement>): Record<string, string> {
  event.preventDefault();
  return Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
}
