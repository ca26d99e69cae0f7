import type { ReactNode } from "react";
import { MARKER } from "./brand-color.ts";

/** The picture of an empty list: a line that stays flat, far below the zone. */
export function FlatLine() {
  return (
    <svg className="art" viewBox="0 0 96 72" aria-hidden="true">
      <rect width="96" height="18" rx="4" fill={MARKER} />
      <path d="M0 34h96M0 50h96M0 66h96" stroke="var(--line)" strokeWidth="2" />
      <path
        d="M4 62c20-2 30 2 44-2s24-2 44-4"
        fill="none"
        stroke="var(--subtle)"
        strokeWidth="3"
        strokeLinecap="round"
        strokeDasharray="1 7"
      />
    </svg>
  );
}

/**
 * In place of cards where there are none: a line that stays flat and one sentence.
 * @param props.children the way out, where there is one
 */
export function NothingYet({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="state">
      <FlatLine />
      <p>{text}</p>
      {children}
    </div>
  );
}
