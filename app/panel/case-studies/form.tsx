import { useState } from "react";
import { href } from "react-router";
import { messages } from "../../copy/messages.ts";
import { CASE_STUDY_LABELS } from "../../features/case-studies/labels.ts";
import { caseStudy, REQUIRED_FIELDS } from "../../features/case-studies/rules.ts";
import { coverSvg } from "../../features/covers/cover.ts";
import { CheckThisPage } from "../../features/publish-checks/report.tsx";
import { slugify } from "../../platform/slug.ts";
import { RichTextField } from "../../ui/editor/rich-text.tsx";
import { useAutosave } from "../../ui/panel/autosave.ts";
import {
  type AutosaveChoice,
  AutosaveOffer,
  type AutosaveStart,
  AutosaveState,
  useAutosaveChoice,
} from "../../ui/panel/autosave-offer.tsx";
import { SelectField, TextAreaField, TextField } from "../../ui/panel/field.tsx";
import { addOrUpdate, FormDialog } from "../../ui/panel/form-dialog.tsx";
import { ImageField } from "../../ui/panel/image-field.tsx";
import { useSaveForm } from "../../ui/panel/save-form.ts";
import { SlugField, useSlug } from "../../ui/panel/slug-field.tsx";
import { Switch } from "../../ui/panel/switch.tsx";
import type { Route } from "./+types/tab";
import { ResultsField } from "./results.tsx";

type Values = NonNullable<NonNullable<Route.ComponentProps["loaderData"]["opened"]>["record"]>;
type Industry = { id: string; name: string };

const LINK_TARGETS = href("/admin-control-panel-seoprozone/link-targets");
const CHECKS = href("/admin-control-panel-seoprozone/page-checks");

const pathOf = (text: string) => href("/case-studies/:slug", { slug: slugify(text) });

type Props = {
  record: Values | null;
  industries: Industry[];
  onSaved: (path: string) => void;
  onClose: () => void;
};

/**
 * Add or edit a case study (SPEC 2, 4, 5; the fields of CONTRACT).
 * @param record null to add one; it then starts published (SPEC 4)
 * @param autosave what was left unsaved of it
 * @param onSaved told the page of what was saved
 */
export function CaseStudyForm({ autosave: start, ...props }: Props & { autosave: AutosaveStart }) {
  const choice = useAutosaveChoice(start);
  return <StudyForm key={choice.id} choice={choice} {...props} />;
}

function StudyForm({ record, choice, industries, onSaved, onClose }: Props & { choice: AutosaveChoice }) {
  const words = messages.caseStudy;
  const values = choice.over<Partial<Values>>(record ?? { published: true });
  const saveForm = useSaveForm({
    schema: caseStudy,
    values,
    isUnsaved: choice.taken !== null,
    required: REQUIRED_FIELDS,
    missing: words.missing,
    failed: words.saveFailed,
    onSaved: (posted) => onSaved(pathOf(String(posted.get("slug") || posted.get("title")))),
  });

  const { field, hasChanges } = saveForm;
  const autosave = useAutosave(choice, saveForm);

  const slug = useSlug(values, record?.slug);
  const [industryId, setIndustryId] = useState(values.industry_id ?? "");
  const industry = industries.find(({ id }) => id === industryId)?.name ?? "";

  return (
    <FormDialog
      saving={saveForm}
      name="case-study"
      posts={{
        ...addOrUpdate(record && { ...record, ...values, version: values.version ?? record.version }),
        draft: choice.id,
      }}
      title={record ? "Edit case study" : "Add case study"}
      about={record?.client}
      head={<Switch name="published" label={CASE_STUDY_LABELS.published} isOn={values.published === true} />}
      foot={<AutosaveState {...autosave} />}
      onClose={onClose}
    >
      <AutosaveOffer choice={choice} version={record?.version} hasChanges={hasChanges} />
      <div className="fgrid fgrid--2">
        <div className="full">
          <TextField
            field={field("title")}
            label={CASE_STUDY_LABELS.title}
            isRequired
            onChange={(event) => slug.follow(event.currentTarget.value)}
          />
        </div>
        <SlugField field={field("slug")} value={slug} />
        <TextField field={field("client")} label={CASE_STUDY_LABELS.client} isRequired />
        <SelectField
          field={field("industry_id")}
          label={CASE_STUDY_LABELS.industry_id}
          isRequired
          hint={
            industries.length ? undefined : "There is no industry yet. Add one on the Industries tab first."
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
          field={field("duration")}
          label={CASE_STUDY_LABELS.duration}
          isRequired
          placeholder="6 months"
          hint="6 months when left empty."
        />
        <div className="full">
          <TextField
            field={field("result")}
            label={CASE_STUDY_LABELS.result}
            isOptional
            placeholder="+312% organic bookings"
          />
        </div>
        <RichTextField
          field={field("challenge")}
          label={CASE_STUDY_LABELS.challenge}
          linksFrom={LINK_TARGETS}
          isOptional
        />
        <RichTextField
          field={field("solution")}
          label={CASE_STUDY_LABELS.solution}
          linksFrom={LINK_TARGETS}
          isOptional
        />
        <div className="full">
          <ResultsField field={field("results")} />
        </div>
        <div className="full">
          <ImageField
            field={field("image")}
            label={CASE_STUDY_LABELS.image}
            cover={coverSvg({ slug: slugify(slug.slug) || "new", industry })}
            coverHint="Empty: a cover is drawn from the slug and the industry, as shown."
          />
        </div>
        <h3 className="full fsec">Testimonial</h3>
        <div className="full">
          <TextAreaField field={field("testimonial")} label={CASE_STUDY_LABELS.testimonial} isOptional />
        </div>
        <TextField field={field("client_name")} label={CASE_STUDY_LABELS.client_name} isOptional />
        <h3 className="full fsec">Search and sharing</h3>
        <TextField
          field={field("meta_title")}
          label={CASE_STUDY_LABELS.meta_title}
          isOptional
          placeholder="From the title"
          hint="Up to 60 characters are shown in search results."
        />
        <TextField field={field("meta_keywords")} label={CASE_STUDY_LABELS.meta_keywords} isOptional />
        <div className="full">
          <TextAreaField
            field={field("meta_description")}
            label={CASE_STUDY_LABELS.meta_description}
            isOptional
            placeholder="From the result and the client"
            hint="Up to 160 characters are shown in search results."
          />
        </div>
        {record && <CheckThisPage from={CHECKS} path={pathOf(record.slug)} isPublic={record.published} />}
      </div>
    </FormDialog>
  );
}
