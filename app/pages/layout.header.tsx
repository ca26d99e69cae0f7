import { ArrowRight, ChevronDown, Mail, Menu, Phone, X } from "lucide-react";
import { phoneHref, profilesOf } from "../features/settings/contact-links.ts";
import type { Settings } from "../features/settings/defaults.ts";
import type { Texts } from "../features/website-content/built-in.ts";
import { navWidth } from "../features/website-content/nav-width.ts";
import { Logo } from "../ui/site/logo.tsx";
import { NamedIcon } from "../ui/site/named-icon.tsx";
import { Socials } from "../ui/site/socials.tsx";
import { currentLink, placeOf } from "./layout.current.ts";

type HeaderTexts = Texts<"header">;
type MenuProps = { texts: HeaderTexts; path: string };

/** Icons in the Services dropdown. Links that the owner added have none. */
const ICONS: Record<string, string> = {
  "/services/local-seo": "map-pin",
  "/services/ecommerce-seo": "shopping-bag",
  "/services/national-seo": "globe",
  "/services/seo-consulting": "messages-square",
  "/services/gbp-optimization": "store",
  "/services/technical-seo": "gauge",
  "/services/digital-pr": "newspaper",
};

/**
 * Renders the page's banner: top bar, logo and navigation (SPEC 2, decision 0035.29). The menus work without scripts;
 * `enhance/` adds timing, Escape and `aria-expanded`.
 */
export function Header({ texts, settings, path }: MenuProps & { settings: Settings }) {
  const { brand, navigation, cta } = texts;
  return (
    <header className="banner">
      <TopBar texts={texts.top_bar} settings={settings} />
      <div className="header" data-nav={navWidth(texts)}>
        <div className="wrap">
          <a className="logo" href="/" aria-label={brand.logo_alt}>
            <Logo siteTitle={settings.site_title} text={brand.logo_text} image={brand.logo_image} />
          </a>
          <nav className="nav" aria-label={navigation.menu_label}>
            <ul>
              {navigation.items.map((item) =>
                placeOf(item.href) === placeOf(texts.services_menu.view_all_href) ? (
                  <li className="nav__has" key={item.href} data-dropdown>
                    <NavLink {...item} path={path} />
                    <button
                      className="nav__toggle"
                      type="button"
                      aria-expanded="false"
                      aria-controls="services-menu"
                      aria-label={texts.services_menu.toggle_label}
                    >
                      <ChevronDown className="i" aria-hidden="true" />
                    </button>
                    <ServicesMenu texts={texts} path={path} />
                  </li>
                ) : (
                  <li key={item.href}>
                    <NavLink {...item} path={path} />
                  </li>
                ),
              )}
            </ul>
          </nav>
          <a className="btn btn--sm header__cta" href={cta.href}>
            {cta.label}
          </a>
          <MenuToggle texts={navigation} />
          <SmallMenu texts={texts} settings={settings} path={path} />
        </div>
      </div>
    </header>
  );
}

function TopBar({ texts, settings }: { texts: HeaderTexts["top_bar"]; settings: Settings }) {
  const { phone_number, contact_email } = settings;
  const profiles = profilesOf(settings);
  if (!phone_number && !contact_email && profiles.length === 0) return null;
  return (
    <section className="topbar on-ink" aria-label={texts.region_label}>
      <div className="wrap">
        {phone_number && (
          <a href={phoneHref(phone_number)}>
            <Phone className="i" aria-hidden="true" />
            <span>
              <span className="sr">{texts.phone_label}</span> {phone_number}
            </span>
          </a>
        )}
        {contact_email && (
          <a href={`mailto:${contact_email}`}>
            <Mail className="i" aria-hidden="true" />
            <span>
              <span className="sr">{texts.email_label}</span> {contact_email}
            </span>
          </a>
        )}
        <Socials profiles={profiles} label={texts.social_label} />
      </div>
    </section>
  );
}

function NavLink({ label, href, path }: { label: string; href: string; path: string }) {
  return (
    <a className="nav__link" href={href} aria-current={currentLink(path, href)}>
      {label}
    </a>
  );
}

function ServicesMenu({ texts, path }: MenuProps) {
  const menu = texts.services_menu;
  const hints: Record<string, string> = texts.services_hints;
  const group = (title: string, items: { label: string; href: string }[], className: string) => (
    <div>
      <p className="drop__t">{title}</p>
      <ul className={className}>
        {items.map(({ label, href }) => {
          const place = placeOf(href);
          const icon = ICONS[place];
          const hint = hints[place.replace("/services/", "").replaceAll("-", "_")];
          return (
            <li key={href}>
              <a className="drop__link" href={href} aria-current={currentLink(path, href)}>
                {icon && <NamedIcon name={icon} />}
                {label}
                {hint && <small>{hint}</small>}
              </a>
            </li>
          );
        })}
      </ul>
    </div>
  );
  return (
    <div className="drop" id="services-menu">
      {group(menu.seo_group_title, menu.seo_group_items, "drop__g")}
      {group(menu.link_building_group_title, menu.link_building_group_items, "drop__g drop__g--one")}
      <div className="drop__foot">
        <a className="more" href={menu.view_all_href}>
          {menu.view_all_label}
          <ArrowRight className="i i-arrow" aria-hidden="true" />
        </a>
        <a className="more" href={menu.audit_href}>
          {menu.audit_label}
        </a>
      </div>
    </div>
  );
}

/** Opens the small-screen menu. A script replaces the `details` element with a button that has `aria-expanded`. */
function MenuToggle({ texts }: { texts: HeaderTexts["navigation"] }) {
  const face = (
    <>
      <span className="burger__open">
        <Menu className="i" aria-hidden="true" />
        <span className="sr">{texts.open_menu_label}</span>
      </span>
      <span className="burger__close">
        <X className="i" aria-hidden="true" />
        <span className="sr">{texts.close_menu_label}</span>
      </span>
    </>
  );
  return (
    <>
      <details className="burger" data-menu>
        <summary className="btn btn--ghost btn--icon">{face}</summary>
      </details>
      <button
        className="btn btn--ghost btn--icon burger"
        type="button"
        aria-expanded="false"
        aria-controls="menu"
        hidden
        data-menu-button
      >
        {face}
      </button>
    </>
  );
}

/** Renders the small-screen menu. The consultation button comes last (SPEC 2) and is always in view. */
function SmallMenu({ texts, settings, path }: MenuProps & { settings: Settings }) {
  const { navigation, services_menu: menu, cta } = texts;
  const link = ({ label, href }: { label: string; href: string }) => (
    <li key={href}>
      <a href={href} aria-current={currentLink(path, href)}>
        {label}
      </a>
    </li>
  );
  return (
    <nav className="mobile" id="menu" aria-label={navigation.menu_label}>
      <div className="wrap">
        <ul>
          {navigation.items.map((item) =>
            placeOf(item.href) === placeOf(menu.view_all_href) ? (
              <li key={item.href}>
                <details className="mobile__services">
                  <summary>
                    {item.label}
                    <ChevronDown className="i" aria-hidden="true" />
                  </summary>
                  <p>{menu.seo_group_title}</p>
                  <ul>{menu.seo_group_items.map(link)}</ul>
                  <p>{menu.link_building_group_title}</p>
                  <ul>
                    {menu.link_building_group_items.map(link)}
                    <li>
                      <a
                        className="mobile__all"
                        href={menu.view_all_href}
                        aria-current={path === placeOf(menu.view_all_href) ? "page" : undefined}
                      >
                        {menu.view_all_label}
                        <ArrowRight className="i i-arrow" aria-hidden="true" />
                      </a>
                    </li>
                  </ul>
                </details>
              </li>
            ) : (
              link(item)
            ),
          )}
          <li>
            <a href={menu.audit_href}>{menu.audit_label}</a>
          </li>
        </ul>
        <Socials profiles={profilesOf(settings)} label={texts.top_bar.social_label} />
        <div className="mobile__cta">
          <a className="btn btn--lg btn--block" href={cta.href}>
            {cta.label}
            <ArrowRight className="i i-arrow" aria-hidden="true" />
          </a>
        </div>
      </div>
    </nav>
  );
}

/**
 * Renders the contact bar for screens below 30rem. A script hides it while a form is in view. It starts hidden on the
 * home page, which begins with the same button.
 */
export function CtaBar({ texts, settings, path }: MenuProps & { settings: Settings }) {
  const { cta, top_bar } = texts;
  const { phone_number } = settings;
  // Not needed on the button's target page, which begins with the form.
  if (path === placeOf(cta.href)) return null;
  return (
    <nav className="cta-bar" aria-label={cta.label} data-cta-bar hidden={path === "/"}>
      {phone_number && (
        <a className="btn btn--line" href={phoneHref(phone_number)}>
          <Phone className="i" aria-hidden="true" />
          {top_bar.call_label}
        </a>
      )}
      <a className="btn" href={cta.href}>
        {cta.label}
      </a>
    </nav>
  );
}
