import { useState } from "react";
import { href } from "react-router";
import { DEFAULT_DURATION } from "../../copy/business.ts";
import { recordPage as words } from "../../copy/panel/record-page.ts";
import { pinned, searchFields as searchWords } from "../../copy/panel/search-fields.ts";
import { caseStudy } from "../../features/case-studies/kind.ts";
import { caseStudySearchDefaults, type SearchTexts } from "../../features/case-studies/search-defaults.ts";
import { useCovers } from "../../features/drawn/use-covers.ts";
import { slugify } from "../../platform/text/slug.ts";
import { RichTextField } from "../../ui/editor/rich-text.tsx";
import { SelectField, TextAreaField, TextField } from "../../ui/panel/field.tsx";
import { ImageField } from "../../ui/panel/image-field.tsx";
import { autosaved, type FormProps, NEW_SWITCHES, useRecordForm } from "../../ui/panel/record-form.tsx";
import { PublishingCard, RecordPage, SideCard } from "../../ui/panel/record-page.tsx";
import { RecordSearch } from "../saving/record-search.tsx";
import type { Route } from "./+types/tab";
import { ResultsField } from "./results.tsx";

type Values = NonNullable<NonNullable<Route.ComponentProps["loaderData"]["opened"]>["record"]>;
type Industry = { id: string; name: string };

const LINK_TARGETS = href("/admin-control-panel-seoprozone/link-targets");

const pathOf = (slug: string) => href("/case-studies/:slug", { slug });

const NEW_STUDY: Partial<Values> = { published: true, duration: DEFAULT_DURATION, ...NEW_SWITCHES };

export type Site = { siteUrl: string; siteTitle: string; texts: SearchTexts };

type Props = FormProps<Values> & { industries: Industry[]; site: Site };

/**
 * Adds or edits a case study. The form replaces the list (SPEC 2, 4, 5; CONTRACT).
 * @param props.record null to add a case study, published by default (SPEC 4)
 */
export const CaseStudyForm = autosaved((props: Props) => {
  const { record, industries, site, onClose } = props;
  const edited = useRecordForm(caseStudy, props, { created: NEW_STUDY, pathOf });
  const { values, form, slug } = edited;
  const { labeled } = form;
  const covers = useCovers();
  const [result, setResult] = useState(values.result ?? "");
  const [figure, setFigure] = useState(values.figure ?? "");
  const [monthly, setMonthly] = useState(values.monthly ?? "");
  const [industryId, setIndustryId] = useState(values.industry_id ?? "");
  const industry = industries.find(({ id }) => id === industryId)?.name ?? "";

  return (
    <RecordPage
      edited={edited}
      name="case-study"
      record={{ kind: "case-studies", id: record?.id }}
      title={record ? "Edit case study" : "Add case study"}
      back="All case studies"
      isDialog
      onClose={onClose}
      text={
        <>
          <TextField
            {...labeled("title")}
            isRequired
            className="input input--title"
            onChange={(event) => slug.follow(event.currentTarget.value)}
          />
          <div className="fgrid fgrid--3">
            <TextField {...labeled("client")} isRequired />
            <SelectField
              {...labeled("industry_id")}
              isRequired
              hint={
                industries.length
                  ? undefined
                  : "There are no industries yet. Add one on the Industries tab first."
              }
              onChange={(event) => setIndustryId(event.currentTarget.value)}
            >
              <option value="">Choose an industry</option>
              {industries.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
            <TextField
              {...labeled("duration")}
              isRequired
              placeholder={DEFAULT_DURATION}
              hint={`${DEFAULT_DURATION} unless you change it.`}
            />
          </div>
          <TextField
            {...labeled("result")}
            isOptional
            placeholder="+312% organic bookings"
            onChange={(event) => setResult(event.currentTarget.value)}
          />
          <TextField
            {...labeled("figure")}
            isOptional
            placeholder="+312%"
            hint="Large on the card. If it's empty, we use the number that the result starts with."
            onChange={(event) => setFigure(event.currentTarget.value)}
          />
          <ResultsField field={labeled("results").field} />
          <TextAreaField
            {...labeled("monthly")}
            isOptional
            rows={4}
            placeholder={"Month\tVisits\n2025-10\t1,240\n2025-11\t1,310"}
            hint="Paste two columns from a sheet: the month and one number. They're drawn as a line on the page and on the cover."
            onChange={(event) => setMonthly(event.currentTarget.value)}
          />
          <TextField
            {...labeled("source")}
            isOptional
            placeholder="Search Console, October 2025 to September 2026"
            hint="Where the numbers come from, and for which period. Shown below the key results."
          />
          <RichTextField {...labeled("challenge")} linksFrom={LINK_TARGETS} isOptional />
          <RichTextField {...labeled("solution")} linksFrom={LINK_TARGETS} isOptional />
          <TextAreaField {...labeled("testimonial")} isOptional />
          <TextField {...labeled("client_name")} isOptional />
        </>
      }
      side={
        <>
          <PublishingCard
            {...{ labels: caseStudy.labels, values, pinned: pinned.caseStudy }}
            slug={{ field: labeled("slug").field, value: slug }}
          />
          <SideCard title={words.image}>
            <ImageField
              {...labeled("image")}
              cover={covers.draw({ slug: slugify(slug.slug) || "new", industry, result, figure, monthly })}
              coverHint="If left empty, we generate a cover from the slug, industry and numbers, as shown."
            />
          </SideCard>
        </>
      }
      search={
        <RecordSearch
          {...{ edited, record, site, pathOf }}
          slug={slugify(slug.slug)}
          describe={(typed) => ({
            defaults: caseStudySearchDefaults(
              {
                title: typed("title") || searchWords.untitled,
                client: typed("client"),
                industry,
                result: typed("result"),
              },
              site.texts,
            ),
            image: typed("image"),
          })}
        />
      }
    />
  );
});
