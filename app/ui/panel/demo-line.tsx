import type { ReactNode } from "react";

/** Says that this is a demo, in one slim line. */
export const DemoLine = ({ children }: { children: ReactNode }) => (
  <p className="badge badge--line demo-line">{children}</p>
);
