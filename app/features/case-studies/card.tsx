import { ArrowRight, Clock } from "lucide-react";
import { useId } from "react";
import { href } from "react-router";
import { CASE_STUDY_EXCERPT_CHARS } from "../../copy/business.ts";
import { partOf, unmarked, unmarkedWords } from "../../platform/text/edit-mark.ts";
import { SiteImage } from "../../ui/site/image.tsx";
import { PLACES } from "../../ui/site/image-markup.ts";
import { imageOf } from "../drawn/image.ts";
import { splitResult } from "../drawn/result-figure.ts";
import { useSiteColors } from "../drawn/use-covers.ts";
import { excerptOf } from "./excerpt.ts";
import type { CaseStudyCardRow } from "./queries.server.ts";

export type CardTexts = { view_label: string; client_label: string };

const CARD_RATIO = 16 / 10;
/** Cards per row in the widest layout. */
const FIRST_ROW = 3;

/**
 * Renders a case study in a list (SPEC 2).
 * @param props.place index in a list above the fold. The first row's images load eagerly, the first one with
 * high priority.
 */
export function CaseStudyCard(props: { study: CaseStudyCardRow; texts: CardTexts; place?: number }) {
  const { study, texts, place = Number.POSITIVE_INFINITY } = props;
  const path = href("/case-studies/:slug", { slug: study.slug });
  const titleId = useId();
  const { src, alt, position } = imageOf(study, CARD_RATIO, useSiteColors());
  const result = splitResult(unmarkedWords(study.result), unmarkedWords(study.figure));
  const excerpt = excerptOf(study.challenge, CASE_STUDY_EXCERPT_CHARS);
  return (
    <article className="card case">
      <div className="case__img">
        <SiteImage
          src={src}
          alt={alt}
          isAltSpare
          place={PLACES.card}
          width={640}
          height={400}
          loading={place < FIRST_ROW ? undefined : "lazy"}
          fetchPriority={place === 0 ? "high" : undefined}
          decoding="async"
          style={position ? { objectPosition: position } : undefined}
        />
      </div>
      <div className="case__body">
        <div className="case__meta">
          <span className="badge badge--blue">{study.industry}</span>
          <span>
            <Clock className="i" aria-hidden="true" />
            {study.duration}
          </span>
        </div>
        <h3 className="case__title" id={titleId}>
          <a href={path}>{study.title}</a>
        </h3>
        {(result.figure || result.rest) && (
          <p className="case__result">
            {!study.figure && unmarked(study.result).point}
            {result.figure && <b className="case__figure">{study.figure || result.figure}</b>}{" "}
            {study.figure ? partOf(study.result, result.rest) : result.rest}
          </p>
        )}
        {excerpt && <p className="case__text">{excerpt}</p>}
        <div className="case__foot">
          <span className="case__client">
            {texts.client_label}
            <b>{study.client}</b>
          </span>
        </div>
        {/* The title links to the page too. One tab stop is enough. */}
        <a
          className="btn btn--line btn--sm btn--block case__more"
          href={path}
          aria-describedby={titleId}
          tabIndex={-1}
        >
          {texts.view_label}
          <ArrowRight className="i i-arrow" aria-hidden="true" />
        </a>
      </div>
    </article>
  );
}
