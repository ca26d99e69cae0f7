import type { ReactNode } from "react";
import { Breadcrumb } from "./breadcrumb.tsx";
import { HighlightedTitle } from "./highlighted-title.tsx";

/**
 * @param props.className `hero--list` if a list or form follows
 * @param props.children shown below the heading
 */
export function PageHero(props: {
  texts: { badge: string; title: string; marked_words: string; subtitle: string };
  className?: string;
  children?: ReactNode;
}) {
  const { texts, className = "hero--list", children } = props;
  return (
    <section className={`hero hero--page ${className}`.trimEnd()}>
      <div className="wrap">
        <Breadcrumb steps={[{ label: texts.badge }]} />
        <div className="head--split head--hero">
          <h1 className="display">
            <HighlightedTitle text={texts.title} chosen={texts.marked_words} />
          </h1>
          {texts.subtitle && <p className="lead">{texts.subtitle}</p>}
        </div>
        {children}
      </div>
    </section>
  );
}
