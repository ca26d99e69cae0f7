import { ArrowLeft } from "lucide-react";
import { isRouteErrorResponse } from "react-router";
import { messages } from "../../copy/messages.ts";
import { MARKER } from "./brand-color.ts";
import { TryAgain } from "./try-again.tsx";

export type AbsenceWords = {
  title: string;
  /** the spec's short reason, if any */
  reason?: string;
  text: string;
  back: { label: string; href: string };
};

/**
 * Explains that a record is missing, deleted or unavailable (SPEC 2).
 * @param props.isOutage whether retrying may help
 */
export function Absence({ words, isOutage }: { words: AbsenceWords; isOutage?: boolean }) {
  const { title, reason, text, back } = words;
  return (
    <section className="hero hero--page">
      <div className="wrap absence">
        <div>
          <h1 className="h1">{title}</h1>
          {reason && <p className="lead">{reason}</p>}
          {text && <p className={reason ? "muted absence__text" : "lead"}>{text}</p>}
          <p className="hero__back btns">
            {isOutage && <TryAgain label={messages.outage.again} />}
            <a className={isOutage ? "btn btn--line" : "btn"} href={back.href}>
              <ArrowLeft className="i" aria-hidden="true" />
              {back.label}
            </a>
          </p>
        </div>
        <svg viewBox="0 0 96 72" aria-hidden="true">
          <rect width="96" height="18" rx="4" fill={MARKER} />
          <path d="M0 34h96M0 50h96M0 66h96" stroke="var(--line)" strokeWidth="1" />
          <path
            d="M4 10c18 0 30-2 40 0s16 30 24 56"
            fill="none"
            stroke="var(--down)"
            strokeWidth="2.5"
            strokeLinecap="round"
          />
          <circle cx="68" cy="66" r="4" fill="var(--down)" stroke="var(--bg)" strokeWidth="1.5" />
        </svg>
      </div>
    </section>
  );
}

/** Returns the words that a record page's loader threw; null for any other error. */
export function absenceOf(error: unknown): AbsenceWords | null {
  const words = isRouteErrorResponse(error) ? (error.data as AbsenceWords | null) : null;
  return words?.title ? words : null;
}

export function RecordAbsence({ error }: { error: unknown }) {
  const words = absenceOf(error);
  if (!words) throw error;
  return <Absence words={words} isOutage={isRouteErrorResponse(error) && error.status === 503} />;
}
