import { Mail, Phone } from "lucide-react";
import { phoneHref, profilesOf } from "../features/settings/contact-links.ts";
import type { Settings } from "../features/settings/defaults.ts";
import type { Texts } from "../features/website-content/built-in.ts";
import { Logo } from "../ui/site/logo.tsx";
import { NamedIcon } from "../ui/site/named-icon.tsx";
import { Socials } from "../ui/site/socials.tsx";

type Link = { label: string; href: string };

/**
 * SPEC 2: four columns, and a bottom line with the copyright and links.
 * @param props.hasConsent whether visitors can change their cookie choice here
 */
export function Footer(props: {
  texts: Texts<"footer">;
  settings: Settings;
  /** `hasName`: the name is shown next to the image, as in the header */
  logo: { image: string; needsPlate: boolean; hasName: boolean };
  hasConsent: boolean;
}) {
  const { texts, settings, logo, hasConsent } = props;
  const { about, quick_links, services, bottom, consent } = texts;
  return (
    <footer className="footer on-ink">
      <div className="wrap">
        <div className="footer__grid">
          <div>
            <a className="logo footer__logo" href="/" aria-label={about.title}>
              <Logo
                siteTitle={settings.site_title}
                text={logo.hasName ? about.title : ""}
                image={logo.image}
                needsPlate={logo.needsPlate}
                isOnDark
              />
            </a>
            <p>{about.text}</p>
            <Socials profiles={profilesOf(settings)} label={about.social_label} />
          </div>
          <Column {...quick_links} />
          <Column {...services} />
          <ContactInfo texts={texts.contact} settings={settings} />
        </div>
        <FooterLine {...{ bottom, consent, hasConsent }} links={bottom.links} />
      </div>
    </footer>
  );
}

/**
 * Renders the copyright and the links below it.
 * @param props.hasConsent whether visitors can change their cookie choice here
 */
export function FooterLine({
  bottom,
  consent,
  links,
  hasConsent,
}: Pick<Texts<"footer">, "bottom" | "consent"> & { links: Link[]; hasConsent: boolean }) {
  return (
    <div className="footer__line">
      <span>{bottom.copyright}</span>
      <ul>
        {links.map(({ label, href }) => (
          <li key={href}>
            <a href={href}>{label}</a>
          </li>
        ))}
        {hasConsent && (
          <li>
            <button type="button" className="footer__consent" data-consent-open>
              {consent.settings_label}
            </button>
          </li>
        )}
      </ul>
    </div>
  );
}

function Column({ title, items }: { title: string; items: Link[] }) {
  return (
    <div>
      <h2>{title}</h2>
      <ul>
        {items.map(({ label, href }) => (
          <li key={href}>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}

function ContactInfo({ texts, settings }: { texts: Texts<"footer">["contact"]; settings: Settings }) {
  const { phone_number, contact_email } = settings;
  return (
    <div>
      <h2>{texts.title}</h2>
      <address className="footer__contact">
        {phone_number && (
          <a href={phoneHref(phone_number)}>
            <Phone className="i" aria-hidden="true" />
            <span>
              <span className="sr">{texts.phone_label}: </span>
              {phone_number}
            </span>
          </a>
        )}
        {contact_email && (
          <a href={`mailto:${contact_email}`}>
            <Mail className="i" aria-hidden="true" />
            <span>
              <span className="sr">{texts.email_label}: </span>
              {contact_email}
            </span>
          </a>
        )}
        {texts.address_lines.length > 0 && (
          <div>
            <NamedIcon name="map-pin" />
            <span>
              <span className="sr">{texts.address_label}: </span>
              {texts.address_lines.map((line) => (
                <span className="footer__address" key={line}>
                  {line}
                </span>
              ))}
            </span>
          </div>
        )}
      </address>
    </div>
  );
}
