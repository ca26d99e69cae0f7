import type { ReactNode } from "react";
import { MARKER } from "./brand-color.ts";

/** Renders a small rank chart with `children` as its lines. */
export const ChartArt = ({ children }: { children: ReactNode }) => (
  <svg className="art" viewBox="0 0 96 72" aria-hidden="true" fill="none" strokeLinecap="round">
    <rect width="96" height="18" rx="4" fill={MARKER} />
    <path d="M0 34h96M0 50h96M0 66h96" stroke="var(--line)" strokeWidth="2" strokeLinecap="butt" />
    {children}
  </svg>
);

/** Renders a chart with a flat line far below the band, for empty lists. */
export const FlatLine = () => (
  <ChartArt>
    <path d="M4 62c20-2 30 2 44-2s24-2 44-4" stroke="var(--subtle)" strokeWidth="3" strokeDasharray="1 7" />
  </ChartArt>
);

/** Tells visitors that a list is empty. `children` are the links that lead on. */
export const NothingYet = ({ text, children }: { text: string; children?: ReactNode }) => (
  <div className="nothing">
    <p className="lead">{text}</p>
    {children && <p className="btns">{children}</p>}
  </div>
);
