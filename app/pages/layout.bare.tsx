// The header and footer of pages without menus, such as a campaign's: nothing leads away from the page's form.
import { Phone } from "lucide-react";
import { phoneHref } from "../features/settings/contact-links.ts";
import type { Settings } from "../features/settings/defaults.ts";
import type { Texts } from "../features/website-content/built-in.ts";
import { Logo } from "../ui/site/logo.tsx";
import { placeOf } from "./layout.current.ts";
import { FooterLine } from "./layout.footer.tsx";

/** The sitemap page lists the whole site. */
const SITEMAP = "/sitemap";

/** Renders the logo, the phone number and a button to the form. */
export function BareHeader({ texts, settings }: { texts: Texts<"header">; settings: Settings }) {
  const { brand, cta, top_bar } = texts;
  const { phone_number } = settings;
  return (
    <header className="banner">
      <div className="header header--bare">
        <div className="wrap">
          <a className="logo" href="/" aria-label={brand.logo_alt}>
            <Logo siteTitle={settings.site_title} text={brand.logo_text} image={brand.logo_image} />
          </a>
          {phone_number && (
            <a className="header__phone" href={phoneHref(phone_number)}>
              <Phone className="i" aria-hidden="true" />
              <span>
                <span className="sr">{top_bar.phone_label}</span> {phone_number}
              </span>
            </a>
          )}
          <a className="btn btn--sm header__cta" href={cta.href}>
            {cta.label}
          </a>
        </div>
      </div>
    </header>
  );
}

/**
 * Renders the copyright and the legal links.
 * @param props.hasConsent whether visitors can change their cookie choice here
 */
export function BareFooter({ texts, hasConsent }: { texts: Texts<"footer">; hasConsent: boolean }) {
  const { bottom, consent } = texts;
  return (
    <footer className="footer footer--bare on-ink">
      <div className="wrap">
        <FooterLine
          {...{ bottom, consent, hasConsent }}
          links={bottom.links.filter(({ href }) => placeOf(href) !== SITEMAP)}
        />
      </div>
    </footer>
  );
}
