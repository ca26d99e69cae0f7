import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";

/** A button that is an icon; `children` say to screen readers what it does, `title` to those who point at it. */
export function IconButton({
  icon: Icon,
  children,
  ...button
}: { icon: LucideIcon } & Omit<ComponentProps<"button">, "type" | "className">) {
  return (
    <button type="button" className="btn btn--icon btn--ghost" {...button}>
      <Icon className="i" aria-hidden />
      <span className="sr">{children}</span>
    </button>
  );
}
