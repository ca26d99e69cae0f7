import { pageMeta } from "../features/page-seo/meta.ts";
import { breadcrumbData } from "../features/page-seo/structured-data.ts";
import { networkOf } from "../features/settings/contact-links.ts";
import { Face } from "../features/team/face.tsx";
import { listPeople, type Person } from "../features/team/people.ts";
import type { Texts } from "../features/website-content/texts.server.ts";
import { Avatar } from "../ui/site/avatar.tsx";
import { ACCENT, MARKER } from "../ui/site/brand-color.ts";
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
                <Face name={member.name} image={people[i]!.image} place={i} size={FACE_PX} />
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
        <Initials name={name} />
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

/** Shown if the CEO has no photo. */
function Initials({ name }: { name: string }) {
  return (
    <div className="ceo__pic">
      <svg viewBox="0 0 352 440" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        <path fill={ACCENT} d="M0 0h352v440H0z" />
        <path fill={MARKER} d="M0 52h352v78H0z" />
        <path
          d="M-10 360C10.7 350 31.3 330 52 330C72.7 330 93.3 340 114 340C134.7 340 155.3 285.7 176 280C196.7 274.3 217.3 275.3 238 270C258.7 264.7 279.3 238.9 300 230C320.7 221.1 341.3 216.7 362 210M-10 400C10.7 393.3 31.3 380 52 380C72.7 380 93.3 390 114 390C134.7 390 155.3 330 176 330C196.7 330 217.3 340 238 340C258.7 340 279.3 302.5 300 290C320.7 277.5 341.3 270 362 260"
          fill="none"
          stroke="#4763ff"
          strokeWidth="3"
        />
        <path
          d="M-10 420C10.7 413.3 31.3 408.9 52 400C72.7 391.1 93.3 379 114 360C134.7 341 155.3 291.6 176 260C196.7 228.4 217.3 194 238 170C258.7 146 279.3 122.1 300 110C320.7 97.9 341.3 92.7 362 84"
          fill="none"
          stroke="#fff"
          strokeWidth="6"
        />
      </svg>
      <Avatar name={name} />
    </div>
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
