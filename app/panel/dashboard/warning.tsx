import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

type Props = { title: string; text: string; isAlarm?: boolean; children?: ReactNode };

/**
 * Something that the owner has to hear of; an alarm is about what may be lost.
 * @param children what can be done about it
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
