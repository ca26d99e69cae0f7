import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

/** Something that the owner has to hear of. @param children what can be done about it */
export function Warning({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <p className="warn" role="status">
      <TriangleAlert className="i" aria-hidden />
      <span>
        <b>{title}</b> {text} {children}
      </span>
    </p>
  );
}
