import { ArrowRight } from "lucide-react";
import { booking } from "../copy/enquiries.ts";
import { fill } from "../copy/site/fill.ts";
import type { DescribedFinding } from "../features/audit/describe.ts";
import { serviceOf, WORST } from "../features/audit/result.ts";
import { Price } from "../features/services/price.tsx";
import { Face } from "../features/team/face.tsx";
import { ICONS, TONES } from "./audit-report.parts.tsx";
import type { AuditTexts, Offer } from "./audit-report.tsx";

const FACE_PX = 48;
/** "On request" and "from $1999" need no word in front of them. */
const isBare = (price: string) => /\d/.test(price) && !/^from\b/i.test(price);

/**
 * Renders what to fix first, by the service that fixes it, then who answers and the next step.
 * @param props.worst may be empty
 * @param props.contact how to reach the site's owner, for printed reports
 * @param props.bookingUrl the owner's booking link, which replaces the link to the contact page
 */
export function OfferCard(props: {
  texts: AuditTexts;
  offer: Offer;
  worst: DescribedFinding[];
  contact: string;
  bookingUrl?: string;
}) {
  const { texts, offer, worst, contact, bookingUrl } = props;
  const { report_offer: words, report_cta: cta } = texts;
  const { name, position, image } = offer.person;
  const title = worst.length < WORST ? words.few_title : words.title;
  return (
    <aside className="card fix sticky" aria-label={worst.length ? title : words.person_label}>
      {worst.length > 0 && <h2 className="h3">{title}</h2>}
      {offer.services.map((service) => (
        <div key={service.slug} className="fix__group">
          <ul>
            {worst
              .filter(({ id }) => serviceOf(id) === service.slug)
              .map((finding) => (
                <Item key={finding.id} finding={finding} />
              ))}
          </ul>
          <div className="fix__service">
            <b>{service.name}</b>
            <Price price={isBare(service.price) ? fill(words.price, service) : service.price} />
            <a href={`/services/${service.slug}`}>
              {words.service_label}
              <span className="sr">: {service.name}</span>
            </a>
          </div>
        </div>
      ))}
      {name && (
        <div className="fix__person">
          <Face name={name} image={image} size={FACE_PX} />
          <p>
            <small>{words.person_label}</small>
            <b>{name}</b>
            <span>{position}</span>
            <span className="fix__print">{contact}</span>
          </p>
        </div>
      )}
      <a className="btn btn--block" href={bookingUrl ?? cta.button_href}>
        {bookingUrl ? booking.button : cta.button_label}
        <ArrowRight className="i i-arrow" aria-hidden="true" />
      </a>
    </aside>
  );
}

/** Links to the finding in the list, which says what to do. */
function Item({ finding: { id, state, name, found } }: { finding: DescribedFinding }) {
  const tone = state === "fail" ? "fail" : "warn";
  const Icon = ICONS[tone];
  return (
    <li>
      <Icon className={`i report__${TONES[tone]}`} aria-hidden="true" />
      <div>
        <a href={`#${id}`}>{name}</a>
        <p>{found}</p>
      </div>
    </li>
  );
}
