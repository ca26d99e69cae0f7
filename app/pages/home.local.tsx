import { ArrowRight } from "lucide-react";
import { href } from "react-router";
import type { Texts } from "../features/website-content/built-in.ts";
import { Fold } from "../ui/site/fold.tsx";
import { Reasons } from "../ui/site/reasons.tsx";
import type { HomeTexts } from "./home.tsx";

export function Local(props: {
  texts: HomeTexts["local"];
  address: string;
  hours: Texts<"contact">["hours"];
  study?: { slug: string; title: string };
}) {
  const { texts, address, hours, study } = props;
  return (
    <section className="section">
      <div className="wrap folds">
        <h2 className="h2" id="local">
          {texts.title}
        </h2>
        <Fold titleId="local" />
        <p className="lead local__lead">{texts.intro}</p>
        <div className="local">
          <div>
            <p className="small muted">
              {address && (
                <>
                  <b>{address}</b>
                  <br />
                </>
              )}
              {hours.items.map((line, i) => (
                <span key={line.days}>
                  {i > 0 && <br />}
                  <span>{line.days}</span>: <span>{line.hours}</span>
                </span>
              ))}
            </p>
            {study && (
              <p className="small why__lead">
                {texts.case_label}{" "}
                <a href={href("/case-studies/:slug", { slug: study.slug })}>{study.title}</a>
              </p>
            )}
            <p className="why__lead">
              <a className="more" href={texts.link_href}>
                {texts.link_label}
                <ArrowRight className="i i-arrow" aria-hidden="true" />
              </a>
            </p>
          </div>
          <Reasons items={texts.areas} columns={3} />
        </div>
      </div>
    </section>
  );
}
