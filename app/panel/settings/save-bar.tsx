import type { ComponentProps, ReactNode } from "react";
import { AutosaveState } from "../../ui/panel/autosave-offer.tsx";

/** Renders a form's buttons, which stay visible at the bottom of the window. */
export const SaveBar = (props: { autosave: ComponentProps<typeof AutosaveState>; children: ReactNode }) => (
  <div className="savebar">
    <AutosaveState {...props.autosave} />
    <div className="btns">{props.children}</div>
  </div>
);
