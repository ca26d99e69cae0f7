import { pageMeta } from "../features/page-seo/meta.ts";
import { breadcrumbData } from "../features/page-seo/structured-data.ts";
import { networkOf } from "../features/settings/contact-links.ts";
import { Face } from "../features/team/face.tsx";
import { listPeople, type Person } from "../features/team/people.ts";
import type { Texts } from "../features/website-content/texts.server.ts";
import { ClosingCall } from "../ui/site/closing-call.tsx";
import { SiteImage } from "../ui/site/image.tsx";
import { PLACES } from "../ui/site/image-markup.ts";
import { PageHero } from "../ui/site/page-hero.tsx";
import { Reasons } from "../ui/site/reasons.tsx";
import { RichTextView } from "../ui/site/rich-text-view.tsx";
import { SectionHead } from "../ui/site/section-head.tsx";
import type { Route } from "./+types/team";
import { loadFrame } from "./frame.server.ts";

type TeamTexts = Texts<"team">;

/** Photo size in CSS pixels; a little smaller on phones. */
const FACE_PX = 96;
const CEO_FACE_PX = 352;

export const loader = ({ context }: Route.LoaderArgs) => loadFrame(context, "team", "/team");

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return pageMeta(undefined);
  const { head, texts } = loaderData;
  const step = { label: texts.hero.badge, path: "/team" };
  return pageMeta(head, breadcrumbData(loaderData, [step]));
}

export default function Team({ loaderData }: Route.ComponentProps) {
  const { texts } = loaderData;
  const { hero, leadership, members, values, cta } = texts;
  const [leader, ...people] = listPeople(texts);
  return (
    <>
      <PageHero texts={hero} />
      <section aria-labelledby="leadership">
        <div className="wrap">
          <h2 className="sr" id="leadership">
            {leadership.title}
          </h2>
          <Leader {...leadership} {...leader!} />
        </div>
      </section>
      <section className="section">
        <div className="wrap">
          <SectionHead title={members.title} intro={members.intro} />
          <ul className="grid g4">
            {members.items.map((member, i) => (
              <li className="card member" key={people[i]!.id} id={people[i]!.id}>
                <Face name={member.name} image={people[i]!.image} size={FACE_PX} />
                <h3 className="h4">{member.name}</h3>
                <p>{member.position}</p>
                {member.biography && <p className="member__bio">{member.biography}</p>}
                <Profile {...member} />
                <Tags label={members.expertise_title} items={member.expertise} />
              </li>
            ))}
          </ul>
        </div>
      </section>
      <section className="section section--white">
        <div className="wrap">
          <SectionHead title={values.title} />
          <Reasons items={values.items} columns={3} />
        </div>
      </section>
      <ClosingCall {...cta} isPlain />
    </>
  );
}

/** Renders a link to a person's profile. Screen readers also read the person's name. */
function Profile({ name, profile_href: url }: { name: string; profile_href: string }) {
  const network = networkOf(url);
  if (!network) return null;
  return (
    <a className="profile" href={url.trim()} rel="noopener">
      <span className="sr">{name}: </span>
      {network}
    </a>
  );
}

/** SPEC 2: a message, and expertise as tags. */
function Leader({
  id,
  name,
  position,
  biography,
  message_title,
  message,
  expertise_title,
  expertise,
  image,
  profile_href,
}: TeamTexts["leadership"] & Person) {
  return (
    <article className="ceo card" id={id}>
      {image ? (
        <div className="ceo__pic ceo__pic--photo">
          <SiteImage
            src={image}
            alt={name}
            place={PLACES.portrait}
            width={352}
            height={440}
            fetchPriority="high"
          />
        </div>
      ) : (
        <div className="ceo__pic">
          <Face name={name} image="" size={CEO_FACE_PX} />
        </div>
      )}
      <div className="ceo__b">
        <h3 className="h2">{name}</h3>
        <p className="muted">{position}</p>
        {biography && <p className="ceo__bio">{biography}</p>}
        <h4 className="h4 ceo__title">{message_title}</h4>
        <RichTextView html={message} className="ceo__message" />
        <Tags label={expertise_title} items={expertise} />
        <Profile name={name} profile_href={profile_href} />
      </div>
    </article>
  );
}

function Tags({ label, items }: { label: string; items: readonly string[] }) {
  return (
    <ul className="tags" aria-label={label}>
      {items.map((item) => (
        <li className="badge" key={item}>
          {item}
        </li>
      ))}
    </ul>
  );
}
