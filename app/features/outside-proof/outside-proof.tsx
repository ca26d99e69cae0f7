import { Star } from "lucide-react";
import type { ReactNode } from "react";
import { SiteImage } from "../../ui/site/image.tsx";
import { filledProof, type ProofTexts } from "./filled.ts";

/** Renders the home page's section with outside proof, or nothing if the owner hasn't filled it in. */
export function OutsideProof({ texts }: { texts: ProofTexts }) {
  const filled = filledProof(texts);
  return (
    filled && (
      <section className="proof" aria-label={texts.title}>
        <div className="wrap">
          <ProofLists {...filled} />
        </div>
      </section>
    )
  );
}

/** There's no review markup, because search engines ignore ratings that a business gives itself. */
export function ProofLists(filled: ProofTexts) {
  const { ratings, logos, logos_label, press, press_label, certifications, certifications_label } = filled;
  return (
    <div className="proof__lists">
      {ratings.length > 0 && (
        <ul className="proof__ratings">
          {ratings.map(({ source, rating, reviews, href }) => (
            <li key={source + rating}>
              <Star className="i" aria-hidden="true" />
              <p>
                <b>{rating}</b>
                <span className="small muted">
                  <Source name={source} href={href} />
                  {reviews && ", "}
                  {reviews}
                </span>
              </p>
            </li>
          ))}
        </ul>
      )}
      {logos.length > 0 && (
        <Labeled label={logos_label}>
          <Logos items={logos} label={logos_label} />
        </Labeled>
      )}
      <Names label={press_label} items={press} />
      <Names label={certifications_label} items={certifications} />
    </div>
  );
}

/** Screen readers read the label as the name of the list. */
const Labeled = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <p className="xs subtle" aria-hidden="true">
      {label}
    </p>
    {children}
  </div>
);

function Names({ label, items }: { label: string; items: ProofTexts["press"] }) {
  if (!items.length) return null;
  return (
    <Labeled label={label}>
      <ul className="proof__names" aria-label={label}>
        {items.map(({ name, href }) => (
          <li key={name + href}>
            <Source name={name} href={href} />
          </li>
        ))}
      </ul>
    </Labeled>
  );
}

const Source = ({ name, href }: { name: string; href: string }) =>
  href ? (
    <a href={href} rel="noopener">
      {name}
    </a>
  ) : (
    name
  );

/** Renders companies' logos, or the names of those without one. */
export function Logos({ items, label }: { items: ProofTexts["logos"]; label?: string }) {
  return (
    <ul className="logos" aria-label={label}>
      {items.map(({ image, name }) => (
        <li key={name + image}>
          {image ? (
            <SiteImage src={image} alt={name} isAltSpare place={{ height: 48 }} height={48} loading="lazy" />
          ) : (
            name
          )}
        </li>
      ))}
    </ul>
  );
}
