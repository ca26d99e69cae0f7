import { ArrowLeft, ArrowRight } from "lucide-react";
import { fill } from "../../copy/site/fill.ts";

type PagerTexts = {
  pages_label: string;
  page_label: string;
  previous_label: string;
  next_label: string;
};

/** @param props.pathOf page numbers start at 1 */
export function Pager(props: {
  texts: PagerTexts;
  page: number;
  pages: number;
  pathOf: (page: number) => string;
}) {
  const { texts, page, pages, pathOf } = props;
  return (
    <nav className="pager" aria-label={texts.pages_label}>
      {page > 1 && (
        <a className="btn btn--line btn--sm" rel="prev" href={pathOf(page - 1)}>
          <ArrowLeft className="i" aria-hidden="true" />
          {texts.previous_label}
        </a>
      )}
      <span className="small muted num">{fill(texts.page_label, { page, pages })}</span>
      {page < pages && (
        <a className="btn btn--line btn--sm" rel="next" href={pathOf(page + 1)}>
          {texts.next_label}
          <ArrowRight className="i i-arrow" aria-hidden="true" />
        </a>
      )}
    </nav>
  );
}
