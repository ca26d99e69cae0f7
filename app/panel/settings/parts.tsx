import { TriangleAlert } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { CardSection } from "../../ui/panel/card-section.tsx";

export const Warn = ({ children }: { children: ReactNode }) => (
  <p className="warn">
    <TriangleAlert className="i" aria-hidden />
    <span>{children}</span>
  </p>
);

/** Renders a part of a page's form. */
export const Card = ({ children, ...props }: ComponentProps<typeof CardSection>) => (
  <CardSection {...props}>
    <div className="sett__b">{children}</div>
  </CardSection>
);
