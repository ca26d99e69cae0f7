import { SampleReport } from "../features/services/sample-report.tsx";
import type { Texts } from "../features/website-content/built-in.ts";
import { Fold } from "../ui/site/fold.tsx";
import { Reasons } from "../ui/site/reasons.tsx";
import type { HomeTexts } from "./home.tsx";

/** SPEC 2: six bullets, next to a sample of the report they promise. */
export function WhyChooseUs(props: {
  texts: HomeTexts["features"];
  report: Texts<"services">["sample_report"];
}) {
  const { texts, report } = props;
  return (
    <section className="section section--white">
      <div className="wrap why folds">
        <h2 className="h2" id="why">
          {texts.title}
        </h2>
        <Fold titleId="why" />
        <p className="lead why__lead">{texts.intro}</p>
        <SampleReport texts={report} service="local-seo" />
        <Reasons items={texts.items} />
      </div>
    </section>
  );
}
