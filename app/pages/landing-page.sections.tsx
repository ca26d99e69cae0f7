import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { findService, OPTION_OF, withOwnService } from "../copy/site/service-catalog.ts";
import { type CardTexts, CaseStudyCard } from "../features/case-studies/card.tsx";
import { Quotes } from "../features/case-studies/quote.tsx";
import { ContactForm } from "../features/enquiries/contact-form.tsx";
import { HeroForm } from "../features/enquiries/hero-form.tsx";
import { ServiceForm } from "../features/enquiries/service-form.tsx";
import { type Section, type SectionOf, videoId } from "../features/landing-pages/sections.ts";
import type { Reply } from "../features/public-forms/reply.ts";
import { Inquiry } from "../features/services/inquiry.tsx";
import { Comparison, Faq, Pricing, Steps } from "../features/services/parts.tsx";
import type { Settings } from "../features/settings/defaults.ts";
import type { Texts } from "../features/website-content/built-in.ts";
import { Breadcrumb } from "../ui/site/breadcrumb.tsx";
import { ClosingCall } from "../ui/site/closing-call.tsx";
import { HighlightedTitle } from "../ui/site/highlighted-title.tsx";
import { SiteImage } from "../ui/site/image.tsx";
import { PLACES } from "../ui/site/image-markup.ts";
import { Reasons } from "../ui/site/reasons.tsx";
import { RichTextView } from "../ui/site/rich-text-view.tsx";
import { SectionHead } from "../ui/site/section-head.tsx";
import { StatTiles } from "../ui/site/stat-tiles.tsx";
import type { Proof } from "./landing-page.tsx";

type PageData = {
  title: string;
  sections: readonly Section[];
  proof: Proof;
  service: string;
  settings: Settings;
  texts: Texts<"services">;
  forms: { hero: Texts<"home">["hero"]; contact: Texts<"contact">["form"]; card: CardTexts };
  trail: { label: string; path: string }[];
  reply: Reply | undefined;
};

export function Sections(page: PageData) {
  const { sections, title } = page;
  const hasHero = sections.some(({ type }) => type === "hero");
  const untitled = { title, marked_words: "", subtitle: "", buttons: [], form: "none" as const };
  let isWhite = false;
  return (
    <>
      {!hasHero && <Hero section={untitled} page={page} />}
      {sections.map((section, i) => {
        const key = `${section.type} ${i}`;
        if (section.type === "hero") return <Hero key={key} section={section} page={page} />;
        if (section.type === "form") return <EnquiryForm key={key} section={section} page={page} />;
        if (section.type === "call") return <Call key={key} section={section} />;
        const content = contentOf(section, page.proof[i] ?? null, page);
        if (!content) return null;
        isWhite = !isWhite;
        return (
          <section className={isWhite ? "section section--white" : "section"} key={key}>
            {content}
          </section>
        );
      })}
    </>
  );
}

type Plain = Exclude<Section, { type: "hero" | "form" | "call" }>;

const wrapped = (head: { title: string; intro?: string }, content: ReactNode) => (
  <div className="wrap">
    {head.title && <SectionHead title={head.title} {...(head.intro && { intro: head.intro })} />}
    {content}
  </div>
);

/** Returns null if the section has nothing to show. */
function contentOf(section: Plain, proof: Proof[number], page: PageData): ReactNode {
  switch (section.type) {
    case "text":
      return (
        <div className="wrap">
          <div className="prose lp__text">
            {section.title && <h2>{section.title}</h2>}
            <RichTextView html={section.body} />
          </div>
        </div>
      );
    case "image_text":
      return <ImageAndText section={section} />;
    case "reasons":
      return wrapped(section, <Reasons items={section.items} columns={section.items.length % 3 ? 2 : 3} />);
    case "steps":
      return wrapped(section, <Steps steps={section.items} />);
    case "stats":
      return wrapped(section, <StatTiles items={section.items} />);
    case "prices":
      return wrapped(section, <Pricing texts={section} />);
    case "comparison": {
      const ownNames = [page.settings.site_title, findService(page.service)?.name ?? ""].filter(Boolean);
      return wrapped(
        section,
        <div className="lp__compare">
          <Comparison {...section} ownNames={ownNames} />
        </div>,
      );
    }
    case "case_studies": {
      const cards = proof?.cards ?? [];
      if (!cards.length) return null;
      return wrapped(
        section,
        <div className={cards.length < 3 ? `grid g${cards.length}` : "grid g3"}>
          {cards.map((study) => (
            <CaseStudyCard key={study.slug} study={study} texts={page.forms.card} />
          ))}
        </div>,
      );
    }
    case "testimonials": {
      const title = section.title || page.texts.shared_page.testimonials_title;
      return proof?.quotes?.length ? <Quotes title={title} quotes={proof.quotes} /> : null;
    }
    case "faq":
      return wrapped(section, <Faq items={section.items} />);
    case "logos":
      return wrapped(section, <Logos items={section.items} />);
    case "video":
      return <Video section={section} />;
  }
}

/** Renders the hero, which has the page's only `h1`. */
function Hero({ section, page }: { section: Omit<SectionOf<"hero">, "type" | "is_hidden">; page: PageData }) {
  const { trail, service, texts, forms, reply } = page;
  const own = findService(service);
  const options = texts.shared_forms.service_options;
  const words = (
    <>
      <Breadcrumb
        steps={[...trail.map(({ label, path }) => ({ label, href: path })), { label: page.title }]}
      />
      <h1 className="h1">
        <HighlightedTitle text={section.title || page.title} chosen={section.marked_words} />
      </h1>
      {section.subtitle && <p className="lead">{section.subtitle}</p>}
      <Buttons buttons={section.buttons} />
    </>
  );
  return (
    <section className="hero hero--page hero--service lp__hero">
      <div className="wrap">
        {section.form === "quick" ? (
          <div className="hero__grid">
            <div className="hero__words">{words}</div>
            <HeroForm
              texts={forms.hero}
              services={own ? withOwnService(options, own) : options}
              {...(own && { service: own.inquiry_option })}
              {...(reply && { reply })}
            />
          </div>
        ) : (
          <div className="hero__words">{words}</div>
        )}
      </div>
    </section>
  );
}

function Buttons({ buttons }: { buttons: readonly { label: string; href: string }[] }) {
  const shown = buttons.filter(({ label, href }) => label && href);
  if (!shown.length) return null;
  return (
    <div className="btns hero__btns">
      {shown.map(({ label, href }, i) => (
        <a className={i ? "btn btn--line" : "btn"} href={href} key={href + label}>
          {label}
          {i === 0 && <ArrowRight className="i i-arrow" aria-hidden="true" />}
        </a>
      ))}
    </div>
  );
}

function EnquiryForm({ section, page }: { section: SectionOf<"form">; page: PageData }) {
  const { service, texts, forms, reply } = page;
  const own = findService(service);
  const { service_options, ...shared } = texts.shared_forms;
  const answered = reply ? { reply } : {};
  const form =
    section.form === "service" ? (
      <ServiceForm
        texts={{
          ...{ ...shared, service_options },
          title: section.title || forms.contact.title,
          button_label: section.button_label || forms.contact.form_button,
          note: section.note || shared.hero_form_note,
        }}
        services={own ? withOwnService(service_options, own) : service_options}
        service={own?.inquiry_option ?? ""}
        {...answered}
      />
    ) : (
      <ContactForm
        texts={{
          ...{ ...forms.contact, intro: "", note: section.note || forms.contact.note },
          form_button: section.button_label || forms.contact.form_button,
        }}
        services={own ? { [own.slug]: own.inquiry_option } : OPTION_OF}
        service={own?.inquiry_option}
        {...answered}
      />
    );
  const isSecond = page.sections.find(({ type }) => type === "form") !== section;
  return <Inquiry texts={section} points={section.points} {...{ form, isSecond }} />;
}

const Call = ({
  section: { secondary_label, secondary_href, ...section },
}: {
  section: SectionOf<"call">;
}) => <ClosingCall {...section} {...(secondary_label && { secondary_label, secondary_href })} />;

function ImageAndText({ section }: { section: SectionOf<"image_text"> }) {
  const { title, body, image, alt_text, side } = section;
  return (
    <div className="wrap">
      <div className="two two--middle">
        <div className={side === "left" ? "lp__after" : undefined}>
          {title && <h2 className="h2">{title}</h2>}
          <RichTextView html={body} className="prose lp__body" />
        </div>
        {image && (
          <div className="lp__image">
            <SiteImage
              src={image}
              alt={alt_text}
              isAltSpare
              place={PLACES.featured}
              width={640}
              height={480}
              loading="lazy"
              decoding="async"
            />
          </div>
        )}
      </div>
    </div>
  );
}

function Logos({ items }: Pick<SectionOf<"logos">, "items">) {
  return (
    <ul className="lp__logos">
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

/** Renders a link to the video; on click, a script replaces the link with the player. */
function Video({ section: { title, intro, label, url } }: { section: SectionOf<"video"> }) {
  const id = videoId(url);
  if (!id) return null;
  return wrapped(
    { title, intro },
    <p className="video">
      <a href={url} data-video={id}>
        {label || title}
      </a>
    </p>,
  );
}
