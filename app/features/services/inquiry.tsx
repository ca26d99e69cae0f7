import type { ReactNode } from "react";
import { Ticks } from "../../ui/site/ticks.tsx";

/** Renders the enquiry form at the bottom (SPEC 2), next to what happens after it is sent. */
export function Inquiry(props: {
  texts: { title: string; intro: string };
  points: readonly string[];
  form: ReactNode;
}) {
  const { texts, points, form } = props;
  return (
    <section className="section on-ink" id="inquiry">
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
