import { Fragment, type ReactNode } from "react";
import { findService, OPTION_OF, withOwnService } from "../copy/site/service-catalog.ts";
import { type CardTexts, CaseStudyCard } from "../features/case-studies/card.tsx";
import { Quote } from "../features/case-studies/quote.tsx";
import { ContactForm } from "../features/enquiries/contact-form.tsx";
import { ServiceForm } from "../features/enquiries/service-form.tsx";
import { bandsOf } from "../features/landing-pages/bands.ts";
import { type Section, type SectionOf, videoId } from "../features/landing-pages/sections.ts";
import { Logos, ProofLists } from "../features/outside-proof/outside-proof.tsx";
import type { Reply } from "../features/public-forms/reply.ts";
import { Inquiry } from "../features/services/inquiry.tsx";
import { Comparison, Faq } from "../features/services/parts.tsx";
import type { Settings } from "../features/settings/defaults.ts";
import type { Texts } from "../features/website-content/built-in.ts";
import { ClosingCall } from "../ui/site/closing-call.tsx";
import { Reasons } from "../ui/site/reasons.tsx";
import { StatTiles } from "../ui/site/stat-tiles.tsx";
import { Hero } from "./landing-page.hero.tsx";
import { ImageAndText, People, Plans, Split, StepsInRow, stacked, Text } from "./landing-page.parts.tsx";
import type { Proof } from "./landing-page.tsx";

export type PageData = {
  title: string;
  sections: readonly Section[];
  proof: Proof;
  service: string;
  /** whether missing photos are asked for, which only the owner sees */
  asksForPhotos: boolean;
  settings: Settings;
  texts: Texts<"services">;
  forms: { hero: Texts<"home">["hero"]; contact: Texts<"contact">["form"]; card: CardTexts };
  trail: { label: string; path: string }[];
  reply: Reply | undefined;
};

export function Sections(page: PageData) {
  const { sections, title } = page;
  const hasHero = sections.some(({ type }) => type === "hero");
  const items = sections.map((section, i) => ({
    section,
    proof: page.proof[i] ?? null,
    key: `${section.type} ${i}`,
  }));
  const bands = bandsOf(items);
  return (
    <>
      {!hasHero && <Hero section={{ ...UNTITLED, title }} page={page} />}
      {bands.map((one, i) => {
        const above = bands[i - 1];
        if ("section" in one)
          return (
            <Standalone
              key={one.key}
              section={one.section}
              page={page}
              isBelowPlain={above !== undefined && "tone" in above && above.tone === "plain"}
            />
          );
        const classes = ["section", TONES[one.tone], one.isShort && "lp__short"];
        return (
          <section className={classes.filter(Boolean).join(" ")} key={one.items[0]?.key}>
            {one.items.map(({ section, proof, key }) => (
              <Fragment key={key}>{contentOf(section, proof, page)}</Fragment>
            ))}
          </section>
        );
      })}
    </>
  );
}

const TONES = { plain: "", white: "section--white", marker: "lp__marker" };
const UNTITLED = {
  ...{ marked_words: "", subtitle: "", buttons: [], form: "none" as const },
  ...{ points: [], number: "", number_label: "" },
};

function Standalone(props: { section: Section; page: PageData; isBelowPlain: boolean }) {
  const { section, page, isBelowPlain } = props;
  if (section.type === "hero") return <Hero section={section} page={page} />;
  if (section.type === "form") return <EnquiryForm section={section} page={page} />;
  return section.type === "call" ? <Call section={section} isBelowPlain={isBelowPlain} /> : null;
}

/** Renders a section's content in a band. */
function contentOf(section: Section, proof: Proof[number], page: PageData): ReactNode {
  switch (section.type) {
    case "text":
      return <Text section={section} />;
    case "image_text":
      return <ImageAndText section={section} asksForPhoto={page.asksForPhotos} />;
    case "reasons":
      return stacked(section, <Reasons items={section.items} columns={section.items.length % 3 ? 2 : 3} />);
    case "steps":
      return stacked(section, <StepsInRow items={section.items} />);
    case "stats":
      return stacked(section, <StatTiles items={section.items} />);
    case "prices":
      return stacked(section, <Plans section={section} />);
    case "comparison": {
      const ownNames = [page.settings.site_title, findService(page.service)?.name ?? ""].filter(Boolean);
      return stacked(
        section,
        <div className="lp__compare">
          <Comparison {...section} ownNames={ownNames} />
        </div>,
      );
    }
    case "case_studies": {
      const cards = proof?.cards ?? [];
      return stacked(
        section,
        <div className={cards.length < 3 ? `grid g${cards.length}` : "grid g3"}>
          {cards.map((study) => (
            <CaseStudyCard key={study.slug} study={study} texts={page.forms.card} />
          ))}
        </div>,
      );
    }
    case "testimonials":
      return (
        <Split title={section.title || page.texts.shared_page.testimonials_title}>
          <div className="lp__quotes">
            {proof?.quotes?.map((quote) => (
              <Quote key={quote.slug} {...quote} />
            ))}
          </div>
        </Split>
      );
    case "people":
      return <People section={section} people={proof?.people ?? []} />;
    case "proof":
      return proof?.outside && stacked(section, <ProofLists {...proof.outside} />);
    case "faq":
      return (
        <Split title={section.title}>
          <Faq items={section.items} />
        </Split>
      );
    case "logos":
      return stacked(section, <Logos items={section.items} />);
    case "video":
      return <Video section={section} />;
    default:
      return null;
  }
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

function Call(props: { section: SectionOf<"call">; isBelowPlain: boolean }) {
  const { secondary_label, secondary_href, ...section } = props.section;
  return (
    <ClosingCall
      titleClass="h2"
      {...(props.isBelowPlain && { className: "section closing" })}
      {...section}
      {...(secondary_label && { secondary_label, secondary_href })}
    />
  );
}

/** Renders a link to the video; on click, a script replaces the link with the player. */
function Video({ section: { title, intro, label, url } }: { section: SectionOf<"video"> }) {
  const id = videoId(url);
  if (!id) return null;
  return stacked(
    { title, intro },
    <p className="video">
      <a href={url} data-video={id}>
        {label || title}
      </a>
    </p>,
  );
}
