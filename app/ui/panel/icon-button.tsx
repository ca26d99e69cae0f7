import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";

/** Renders an icon button. `children` are its accessible name, `title` its tooltip. */
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
