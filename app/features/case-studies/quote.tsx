import { href } from "react-router";
import { Avatar } from "../../ui/site/avatar.tsx";

/** The testimonial of a case study; `slug` links the quote to it. */
type QuoteOf = { testimonial: string; client_name: string; client: string; slug?: string };

/**
 * Renders a testimonial with its author: the name, the position (what follows the first comma) and the client.
 * There's no review markup, because testimonials are samples until the owner adds real ones (decision 0035.27).
 */
export function Quote({ testimonial, client_name, client, slug }: QuoteOf) {
  const [name = "", position] = client_name.split(/,\s*(.*)/s);
  const isQuoted = /^["“«]/.test(testimonial.trim());
  const company = slug ? <a href={href("/case-studies/:slug", { slug })}>{client}</a> : client;
  return (
    <figure className="quote">
      <blockquote>
        <p>{isQuoted ? testimonial : `“${testimonial.trim()}”`}</p>
      </blockquote>
      <figcaption>
        <Avatar name={name || client} />
        <span>
          <b>{name || company}</b>
          {name && position && `${position}, `}
          {name && company}
        </span>
      </figcaption>
    </figure>
  );
}

/** Quotes side by side under a heading. Renders nothing if there are none. */
export function Quotes({ title, quotes }: { title: string; quotes: QuoteOf[] }) {
  if (quotes.length === 0) return null;
  return (
    <section className="wrap quotes" aria-label={title}>
      <h2 className="h3">{title}</h2>
      <div className={`grid g${quotes.length}`}>
        {quotes.map((quote) => (
          <Quote key={quote.slug} {...quote} />
        ))}
      </div>
    </section>
  );
}
