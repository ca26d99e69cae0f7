import { type LucideIcon, Mail, MapPin, Phone } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { OPTION_OF } from "../copy/site/service-catalog.ts";
import { ContactForm } from "../features/enquiries/contact-form.tsx";
import { organizationData } from "../features/page-seo/business-data.ts";
import { pageMeta } from "../features/page-seo/meta.ts";
import { breadcrumbData } from "../features/page-seo/structured-data.ts";
import { replyHeaders } from "../features/public-forms/posted.server.ts";
import { phoneHref, profilesOf } from "../features/settings/contact-links.ts";
import { Face } from "../features/team/face.tsx";
import { personPath } from "../features/team/people.ts";
import type { Texts } from "../features/website-content/built-in.ts";
import { partOf, unmarkedWords } from "../platform/text/edit-mark.ts";
import { clockTime, DAYS, readOpeningHours } from "../platform/time/opening-hours.ts";
import { PageHero } from "../ui/site/page-hero.tsx";
import { Socials } from "../ui/site/socials.tsx";
import type { Route } from "./+types/contact";
import { businessFrom, loadBusinessTexts, loadFrame, loadPeople } from "./frame.server.ts";

export { receiveEnquiry as action } from "../features/enquiries/action.server.ts";

export const headers = replyHeaders;

export async function loader({ context }: Route.LoaderArgs) {
  const reading = loadPeople(context);
  const frameRead = loadFrame(context, "contact", "/contact", reading);
  const [frame, texts, people] = await Promise.all([frameRead, loadBusinessTexts(context), reading]);
  return { ...frame, business: businessFrom(frame, texts), leader: people[0]! };
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return pageMeta(undefined);
  const { head, business, texts } = loaderData;
  const trail = breadcrumbData(loaderData, [{ label: texts.hero.badge, path: "/contact" }]);
  return pageMeta(head, organizationData(business), trail);
}

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  const { texts, settings, leader } = loaderData;
  const { hero, form, cards, hours, next_steps } = texts;
  const { phone_number, contact_email } = settings;
  const profiles = profilesOf(settings);
  return (
    <>
      <PageHero texts={hero} />
      <section className="contact">
        <div className="wrap">
          <div className="cols cols--side">
            <div>
              <ContactForm texts={form} services={OPTION_OF} reply={actionData} />
              <NextSteps texts={next_steps} />
            </div>
            <div className="side">
              <Card
                icon={<Face name={leader.name} image={leader.image} size={FACE_PX} />}
                title={cards.answers_title}
                href={personPath(leader)}
                note={leader.position}
              >
                {leader.name}
              </Card>
              {phone_number && (
                <Card
                  icon={<Icon of={Phone} />}
                  title={cards.phone_title}
                  href={phoneHref(phone_number)}
                  note={cards.phone_text}
                >
                  <span className="num">{phone_number}</span>
                </Card>
              )}
              {contact_email && (
                <Card
                  icon={<Icon of={Mail} />}
                  title={cards.email_title}
                  href={`mailto:${contact_email}`}
                  note={cards.email_text}
                >
                  {contact_email}
                </Card>
              )}
              {cards.address && (
                <Card icon={<Icon of={MapPin} />} title={cards.address_title} note={cards.address_text}>
                  {unmarkedWords(cards.address)
                    .split(/(?<=,)\s+/)
                    .map((part) => (
                      <Fragment key={part}>
                        <span className="ccard__part">{partOf(cards.address, part)}</span>{" "}
                      </Fragment>
                    ))}
                </Card>
              )}
              {hours.items.length > 0 && <Hours texts={hours} timeZone={settings.time_zone} />}
              {profiles.length > 0 && (
                <div className="card side__follow">
                  <h2 className="h4">{cards.social_title}</h2>
                  <Socials profiles={profiles} label={cards.social_title} />
                </div>
              )}
            </div>
          </div>
        </div>
      </section>
    </>
  );
}

const FACE_PX = 44;

const Icon = ({ of: Drawn }: { of: LucideIcon }) => (
  <span className="ic">
    <Drawn className="i" aria-hidden="true" />
  </span>
);

function Card(props: { icon: ReactNode; title: string; href?: string; note: string; children: ReactNode }) {
  const { icon, title, href, note, children } = props;
  return (
    <div className="card ccard">
      {icon}
      <div>
        <h2 className="ccard__t">{title}</h2>
        {href ? (
          <a className="ccard__link" href={href}>
            {children}
          </a>
        ) : (
          <p className="ccard__link">{children}</p>
        )}
        <p className="ccard__note">{note}</p>
      </div>
    </div>
  );
}

/** A script marks today's row, because the cached page doesn't know the day. */
function Hours({ texts, timeZone }: { texts: Texts<"contact">["hours"]; timeZone: string }) {
  return (
    <div className="card hours" data-hours={timeZone}>
      <div className="hours__head">
        <h2 className="h4">{texts.title}</h2>
        <span className="badge badge--up" data-open hidden>
          {texts.open_label}
        </span>
        <span className="badge" data-closed hidden>
          {texts.closed_label}
        </span>
      </div>
      <table>
        <tbody>
          {texts.items.map((item) => {
            const clock = readOpeningHours(item);
            return (
              <tr
                key={item.days}
                data-days={clock?.days.map((day) => DAYS[day]).join(" ")}
                data-from={clock?.open && clockTime(clock.open.from)}
                data-to={clock?.open && clockTime(clock.open.to)}
              >
                <th scope="row">{item.days}</th>
                <td>{item.hours}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className="hint">{texts.note}</p>
    </div>
  );
}

function NextSteps({ texts }: { texts: Texts<"contact">["next_steps"] }) {
  return (
    <div className="next">
      <h2 className="h3">{texts.title}</h2>
      <ol className="steps">
        {texts.steps.map(({ title, text }, i) => (
          <li key={title}>
            <span className="n" aria-hidden="true">
              {i + 1}
            </span>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </div>
  );
}
