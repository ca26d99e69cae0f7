import type { ReactNode } from "react";
import { Ticks } from "../../ui/site/ticks.tsx";

/** Renders the enquiry form at the bottom (SPEC 2), next to what happens after it is sent. */
export function Inquiry(props: {
  texts: { title: string; intro: string };
  points: readonly string[];
  form: ReactNode;
  /** another one on the page is what links go to */
  isSecond?: boolean;
}) {
  const { texts, points, form, isSecond } = props;
  return (
    <section className="section on-ink" id={isSecond ? undefined : "inquiry"}>
      <div className="wrap">
        <div className="cols cols--form">
          <div>
            <h2 className="h2">{texts.title}</h2>
            <p className="lead inquiry__lead">{texts.intro}</p>
            <Ticks items={points} className="ticks ticks--stack" />
          </div>
          {form}
        </div>
      </div>
    </section>
  );
}
