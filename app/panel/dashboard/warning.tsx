import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

type Props = { title: string; text: string; isAlarm?: boolean; children?: ReactNode };

/**
 * Renders a warning, or an alarm about possible data loss.
 * @param children how to fix the problem
 */
export function Warning({ title, text, isAlarm, children }: Props) {
  return (
    <p className={isAlarm ? "warn warn--alarm" : "warn"} role="status">
      <TriangleAlert className="i" aria-hidden />
      <span>
        <b>{title}</b> {text} {children}
      </span>
    </p>
  );
}
