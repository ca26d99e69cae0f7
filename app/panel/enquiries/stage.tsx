// What the owner records about an enquiry: its stage, outcome, value and next step.
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { enquiriesTab, valueWords } from "../../copy/panel/enquiries-tab.ts";
import { valueRules, writeValue } from "../../features/enquiries/value.ts";
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
      <fieldset className="stages">
        <legend className="sr">{words.status}</legend>
        {Object.entries(stages).map(([code, name]) => (
          <button
            key={code}
            type="button"
            className="btn btn--line"
            aria-pressed={code === status}
            onClick={() => {
              setWonHere((code as EnquiryStatus) === "won");
              change({ status: code });
            }}
          >
            {name}
          </button>
        ))}
      </fieldset>
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

function LostReason({ record, change }: Props) {
  const reason = record.lost_reason ?? "";
  const isOther = reason !== "" && !words.reasons.includes(reason);
  return (
    <Part title={words.reason}>
      <div className="stages">
        {words.reasons.map((one) => (
          <button
            key={one}
            type="button"
            className="btn btn--line"
            aria-pressed={one === reason}
            onClick={() => change({ lost_reason: one === reason ? "" : one })}
          >
            {one}
          </button>
        ))}
      </div>
      <form
        className="enquiry__line"
        onSubmit={(event) => change({ lost_reason: submitted(event).other ?? "" })}
      >
        <input
          key={reason}
          className="input"
          name="other"
          maxLength={200}
          aria-label={words.otherReason}
          placeholder={words.otherReason}
          defaultValue={isOther ? reason : ""}
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
  const form = useRef<HTMLFormElement>(null);
  const [error, setError] = useState<string>();
  const amount = value ? (value.cents / 100).toFixed(value.cents % 100 ? 2 : 0) : "";
  useUnsavedGuard(
    () => form.current !== null && (Object.fromEntries(new FormData(form.current)).value ?? "") !== amount,
  );
  return (
    <Part title={words.value}>
      <form
        ref={form}
        className="enquiry__value"
        onSubmit={(event) => {
          const posted = submitted(event);
          const { success } = valueRules.safeParse(posted);
          setError(success ? undefined : valueWords.wrong);
          if (success) change(posted);
          else form.current?.querySelector("input")?.focus();
        }}
      >
        {/* New inputs, because a saved or undone value replaces what was typed. */}
        <div className="enquiry__line" key={writeValue(value)}>
          <TextField
            field={{ id: "value", name: "value", initialValue: amount, errors: error ? [error] : [] }}
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
  return (
    <Part title={words.step}>
      {record.step && (
        <p>
          <span className={record.isDue ? "badge badge--warn" : "badge"}>{record.step}</span>
        </p>
      )}
      <div className="stages">
        {Object.entries(record.days).map(([name, on]) => (
          <button
            key={name}
            type="button"
            className="btn btn--line"
            aria-pressed={on === day}
            onClick={() => change({ follow_up_on: on })}
          >
            {words.steps[name as keyof typeof words.steps]}
          </button>
        ))}
      </div>
      <form
        className="enquiry__line"
        onSubmit={(event) => change({ follow_up_on: submitted(event).day ?? "" })}
      >
        <input
          key={day}
          className="input"
          type="date"
          name="day"
          required
          aria-label={words.stepDay}
          min={today}
          max="2199-12-31"
          defaultValue={day}
        />
        <button type="submit" className="btn btn--line">
          {words.setStep}
        </button>
        <button type="button" className="btn btn--ghost" onClick={() => change({ follow_up_on: "" })}>
          {words.removeStep}
        </button>
      </form>
    </Part>
  );
}

/** Returns the fields of a form that's submitted by script. */
function submitted(event: FormEvent<HTMLFormElement>): Record<string, string> {
  event.preventDefault();
  return Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
}
