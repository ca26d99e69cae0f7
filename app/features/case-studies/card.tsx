// What a visitor sees of case studies on several pages; rules, columns and queries have files of their own.
import { ArrowRight, Clock, TrendingUp } from "lucide-react";
import { useId } from "react";
import { href } from "react-router";
import { CASE_STUDY_EXCERPT_CHARS } from "../../copy/business.ts";
import { Picture } from "../../ui/site/picture.tsx";
import { PLACES } from "../../ui/site/picture-markup.ts";
import { imageOf } from "../covers/image.ts";
import { useSiteColors } from "../covers/use-covers.ts";
import { excerptOf } from "./excerpt.ts";
import type { CaseStudyCardRow } from "./queries.server.ts";

export type CardTexts = { view_label: string; client_label: string };

const CARD_RATIO = 16 / 10;
/** Cards in a row where there is most room. */
const FIRST_ROW = 3;

/**
 * A case study in a list (SPEC 2, card): picture, industry, duration, title, result, the challenge's beginning,
 * client, and the way to the whole of it.
 * @param props.place among the cards of the list, from 0, where the first row is in the first view: its pictures are
 *   fetched at once, that of the first card before the others
 */
export function CaseStudyCard(props: { study: CaseStudyCardRow; texts: CardTexts; place?: number }) {
  const { study, texts, place = Number.POSITIVE_INFINITY } = props;
  const path = href("/case-studies/:slug", { slug: study.slug });
  const titleId = useId();
  const { src, alt, position } = imageOf(study, CARD_RATIO, useSiteColors());
  const excerpt = excerptOf(study.challenge, CASE_STUDY_EXCERPT_CHARS);
  return (
    <article className="card case">
      <div className="case__img">
        <Picture
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
        {study.result && (
          <p className="case__result">
            <TrendingUp className="i" aria-hidden="true" />
            {study.result}
          </p>
        )}
        {excerpt && <p className="case__text">{excerpt}</p>}
        <div className="case__foot">
          <span className="case__client">
            {texts.client_label}
            <b>{study.client}</b>
          </span>
        </div>
        {/* The title leads there too: one stop by keyboard is enough. */}
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
