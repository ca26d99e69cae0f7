import { ArrowRight, Phone } from "lucide-react";
import { findService, withOwnService } from "../copy/site/service-catalog.ts";
import { HeroForm } from "../features/enquiries/hero-form.tsx";
import { HERO_FORM_LINK, type SectionOf } from "../features/landing-pages/sections.ts";
import { phoneHref } from "../features/settings/contact-links.ts";
import { Breadcrumb } from "../ui/site/breadcrumb.tsx";
import { HighlightedTitle } from "../ui/site/highlighted-title.tsx";
import { Ticks } from "../ui/site/ticks.tsx";
import type { PageData } from "./landing-page.sections.tsx";

export type HeroSection = Omit<SectionOf<"hero">, "type" | "is_hidden">;

/** Renders the hero, which has the page's only `h1`. */
export function Hero({ section, page }: { section: HeroSection; page: PageData }) {
  const { trail, service, texts, forms, reply, settings } = page;
  const own = findService(service);
  const options = texts.shared_forms.service_options;
  const hasForm = section.form === "quick";
  const words = (
    <div className="hero__words">
      <Breadcrumb
        steps={[...trail.map(({ label, path }) => ({ label, href: path })), { label: page.title }]}
      />
      <h1 className="h1">
        <HighlightedTitle text={section.title || page.title} chosen={section.marked_words} />
      </h1>
      {section.subtitle && <p className="lead">{section.subtitle}</p>}
      <Buttons buttons={section.buttons} phone={settings.phone_number?.trim() ?? ""} />
      {section.points.length > 0 && (
        <Ticks items={section.points} className={hasForm ? "ticks ticks--stack" : "ticks"} />
      )}
      {section.number && (
        <p className="lp__number">
          <b className="num">{section.number}</b>
          {section.number_label}
        </p>
      )}
    </div>
  );
  return (
    <section className="hero hero--page lp__hero">
      <div className="wrap">
        {hasForm ? (
          <div className="hero__grid">
            {words}
            <HeroForm
              texts={forms.hero}
              services={own ? withOwnService(options, own) : options}
              {...(own && { service: own.inquiry_option })}
              {...(reply && { reply })}
            />
          </div>
        ) : (
          words
        )}
      </div>
    </section>
  );
}

function Buttons(props: { buttons: HeroSection["buttons"]; phone: string }) {
  const { buttons, phone } = props;
  const shown = buttons.filter(({ label, href }) => label && href);
  if (!shown.length && !phone) return null;
  return (
    <div className="btns hero__btns">
      {shown.map(({ label, href }, i) => (
        <a className={classOf(href, i)} href={href} key={href + label}>
          {label}
          {i === 0 && <ArrowRight className="i i-arrow" aria-hidden="true" />}
        </a>
      ))}
      {phone && (
        <a className="btn btn--line" href={phoneHref(phone)}>
          <Phone className="i" aria-hidden="true" />
          {phone}
        </a>
      )}
    </div>
  );
}

/** On wide screens, the form is next to the buttons, so there's no button that jumps to it. */
const classOf = (href: string, i: number) =>
  ["btn", i > 0 && "btn--line", href === HERO_FORM_LINK && "lp__jump"].filter(Boolean).join(" ");
