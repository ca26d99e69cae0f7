import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

export const Warn = ({ children }: { children: ReactNode }) => (
  <p className="warn">
    <TriangleAlert className="i" aria-hidden />
    <span>{children}</span>
  </p>
);
