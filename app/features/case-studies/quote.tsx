import { href } from "react-router";
import { partOf, unmarkedWords } from "../../platform/text/edit-mark.ts";
import { Avatar } from "../../ui/site/avatar.tsx";
import { Fold } from "../../ui/site/fold.tsx";

/** With a `slug`, the quote links to the case study. */
type QuoteOf = { testimonial: string; client_name: string; client: string; slug?: string };

/**
 * Renders a testimonial. In `client_name`, the text after the first comma is the person's position. There's no review
 * markup, because samples aren't real reviews (decision 0035.27).
 */
export function Quote({ testimonial, client_name, client, slug }: QuoteOf) {
  const [name = "", position] = unmarkedWords(client_name).split(/,\s*(.*)/s);
  const of = (part: string) => partOf(client_name, part);
  const isQuoted = /^["“«]/.test(unmarkedWords(testimonial).trim());
  const company = slug ? <a href={href("/case-studies/:slug", { slug })}>{client}</a> : client;
  return (
    <figure className="quote">
      <blockquote>
        <p>{isQuoted ? testimonial : `“${testimonial.trim()}”`}</p>
      </blockquote>
      <figcaption>
        <Avatar name={name || unmarkedWords(client)} />
        <span>
          <b>{name ? of(name) : company}</b>
          {name && position && of(`${position}, `)}
          {name && company}
        </span>
      </figcaption>
    </figure>
  );
}

/**
 * Renders quotes side by side, or nothing if there are none.
 * @param props.look `large` sets the first one in display size; `folded` closes them on phones
 */
export function Quotes(props: { title: string; quotes: QuoteOf[]; look?: "large" | "folded" }) {
  const { title, quotes, look } = props;
  if (quotes.length === 0) return null;
  const grid = `grid g${quotes.length}`;
  return (
    <section className={`wrap quotes${look === "folded" ? " folds" : ""}`} aria-label={title}>
      <h2 className="h3" id={look === "folded" ? "quotes" : undefined}>
        {title}
      </h2>
      {look === "folded" && <Fold titleId="quotes" />}
      <div className={look === "large" ? `${grid} rail quotes--large` : grid}>
        {quotes.map((quote) => (
          <Quote key={quote.slug} {...quote} />
        ))}
      </div>
    </section>
  );
}
