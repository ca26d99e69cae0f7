import type { ReactNode } from "react";
import { Ticks } from "../../ui/site/ticks.tsx";

/** Renders the enquiry form at the bottom of a page (SPEC 2), with the next steps beside it. */
export function Inquiry(props: {
  texts: { title: string; intro: string };
  points: readonly string[];
  form: ReactNode;
  /** true if the page has another form, which owns the `#inquiry` anchor */
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
