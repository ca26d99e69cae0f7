import type { ReactNode } from "react";
import { Fold } from "../../ui/site/fold.tsx";
import { Ticks } from "../../ui/site/ticks.tsx";

/** Renders the enquiry form at the bottom of a page (SPEC 2). */
export function Inquiry(props: {
  texts: { title: string; intro: string };
  points: readonly string[];
  form: ReactNode;
  /** true if the page has another form, which owns the `#inquiry` anchor */
  isSecond?: boolean;
  /** state on phones, if the page starts with another form */
  fold?: "open" | "closed";
}) {
  const { texts, points, form, isSecond, fold } = props;
  return (
    <section className="section on-ink">
      <div className="wrap">
        <div
          className={fold ? "cols cols--form folds" : "cols cols--form"}
          id={isSecond ? undefined : "inquiry"}
        >
          <h2 className="h2" id={fold && "inquiry-title"}>
            {texts.title}
          </h2>
          {fold && <Fold titleId="inquiry-title" isOpen={fold === "open"} />}
          <div>
            <p className="lead inquiry__lead">{texts.intro}</p>
            <Ticks items={points} className="ticks ticks--stack" />
          </div>
          {form}
        </div>
      </div>
    </section>
  );
}
