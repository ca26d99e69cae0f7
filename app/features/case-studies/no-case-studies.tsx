import type { ReactNode } from "react";
import { FlatLine } from "../../ui/site/flat-line.tsx";

/**
 * Where case studies would be: a line that stays flat, the spec's message, and a way out.
 * @param props.children the way out, where there is one
 */
export function NoCaseStudies({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="state">
      <FlatLine />
      <p>{text}</p>
      {children}
    </div>
  );
}
