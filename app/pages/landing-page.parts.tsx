import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { isPhotoPrompt } from "../features/landing-pages/models.ts";
import type { SectionOf } from "../features/landing-pages/sections.ts";
import { Price } from "../features/services/price.tsx";
import { Face } from "../features/team/face.tsx";
import type { Person } from "../features/team/people.ts";
import { SiteImage } from "../ui/site/image.tsx";
import { PLACES } from "../ui/site/image-markup.ts";
import { RichTextView } from "../ui/site/rich-text-view.tsx";
import { SectionHead } from "../ui/site/section-head.tsx";
import { Ticks } from "../ui/site/ticks.tsx";

const FACE_PX = 80;

/** Renders a heading above the content. */
export const stacked = (head: { title: string; intro?: string }, content: ReactNode) => (
  <div className="wrap">
    {head.title && <SectionHead title={head.title} {...(head.intro && { intro: head.intro })} />}
    {content}
  </div>
);

/** Renders a heading beside the content, on wide screens. */
export function Split(props: { title: string; intro?: string; below?: ReactNode; children: ReactNode }) {
  const { title, intro, below, children } = props;
  if (!title && !intro && !below) return <div className="wrap">{children}</div>;
  return (
    <div className="wrap lp__split">
      <div className="stack">
        {title && <h2 className="h2">{title}</h2>}
        {intro && <p className="lead">{intro}</p>}
        {below}
      </div>
      {children}
    </div>
  );
}

/** Renders a text beside its heading, or heading and text beside a quote from it. */
export function Text({ section }: { section: SectionOf<"text"> }) {
  const { title, body, quote, quote_by } = section;
  const words = <RichTextView html={body} className="prose lp__text" />;
  if (!quote) return <Split title={title}>{words}</Split>;
  return (
    <div className="wrap two">
      <div className="stack">
        {title && <h2 className="h2">{title}</h2>}
        {words}
      </div>
      <figure className="lp__pull">
        <blockquote>
          <p>{quote}</p>
        </blockquote>
        {quote_by && <figcaption className="small muted">{quote_by}</figcaption>}
      </figure>
    </div>
  );
}

/** @param props.asksForPhoto shows the prompt in place of a photo that's still missing */
export function ImageAndText(props: { section: SectionOf<"image_text">; asksForPhoto: boolean }) {
  const { title, body, image, alt_text, side } = props.section;
  const isPrompt = isPhotoPrompt(alt_text);
  if (!image && !(isPrompt && props.asksForPhoto))
    return (
      <Split title={title}>
        <RichTextView html={body} className="prose lp__text" />
      </Split>
    );
  return (
    <div className="wrap">
      <div className="two two--middle">
        <div className={side === "left" ? "stack lp__after" : "stack"}>
          {title && <h2 className="h2">{title}</h2>}
          <RichTextView html={body} className="prose lp__text" />
        </div>
        {image ? (
          <div className="lp__image">
            <SiteImage
              src={image}
              alt={isPrompt ? "" : alt_text}
              isAltSpare
              place={PLACES.featured}
              width={640}
              height={480}
              loading="lazy"
              decoding="async"
            />
          </div>
        ) : (
          <p className="lp__prompt">{alt_text}</p>
        )}
      </div>
    </div>
  );
}

/** Returns the number of columns that leaves no step alone in a row, if possible. */
const columnsFor = (count: number) => (count === 2 ? "g2" : count % 3 === 0 || count === 5 ? "g3" : "g4");

export function StepsInRow({ items }: Pick<SectionOf<"steps">, "items">) {
  return (
    <ol className={`grid ${columnsFor(items.length)} lp__steps`}>
      {items.map(({ title, period, text }) => (
        <li key={title}>
          {period && <p className="small subtle">{period}</p>}
          <h3 className="h4">{title}</h3>
          <p className="small muted">{text}</p>
        </li>
      ))}
    </ol>
  );
}

/** Renders plans as columns. A plan without its own button has the section's. */
export function Plans({ section }: { section: SectionOf<"prices"> }) {
  const { plans, note, button_label, button_href } = section;
  if (!plans.length) return <PlanButton label={button_label} link={button_href} isBest />;
  return (
    <>
      <ul className={`grid ${columnsFor(plans.length)}`}>
        {plans.map((plan) => (
          <li className={plan.badge ? "card lp__plan lp__plan--best" : "card lp__plan"} key={plan.name}>
            <h3 className="h4">{plan.name}</h3>
            {plan.badge && <p className="badge badge--zone">{plan.badge}</p>}
            {plan.price && <Price price={plan.price} className="price price--big" />}
            {plan.text && <p className="small muted">{plan.text}</p>}
            <Ticks items={plan.features} />
            <PlanButton
              label={plan.button_label || button_label}
              link={plan.button_href || button_href}
              plan={plan.name}
              isBest={Boolean(plan.badge)}
            />
          </li>
        ))}
      </ul>
      {note && <p className="small muted lp__note">{note}</p>}
    </>
  );
}

function PlanButton(props: { label: string; link: string; plan?: string; isBest: boolean }) {
  const { label, link, plan, isBest } = props;
  if (!label || !link) return null;
  return (
    <a className={isBest ? "btn" : "btn btn--line"} href={link}>
      {label}
      {plan && <span className="sr">: {plan}</span>}
    </a>
  );
}

/** Renders people from the Team page, and how to reach them. */
export function People(props: { section: SectionOf<"people">; people: readonly Person[] }) {
  const { section, people } = props;
  const { title, intro, button_label, button_href } = section;
  const button = button_label && button_href && (
    <p>
      <a className="btn" href={button_href}>
        {button_label}
        <ArrowRight className="i i-arrow" aria-hidden="true" />
      </a>
    </p>
  );
  return (
    <Split title={title} intro={intro} below={button}>
      <ul className="lp__people">
        {people.map(({ id, name, position, image }) => (
          <li className="card" key={id}>
            <Face name={name} image={image} size={FACE_PX} />
            <p>
              <b>{name}</b>
              <span className="small muted">{position}</span>
            </p>
          </li>
        ))}
      </ul>
    </Split>
  );
}
