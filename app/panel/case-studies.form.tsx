import { getFormProps } from "@conform-to/react";
import { useState } from "react";
import { messages } from "../copy/messages.ts";
import { coverSvg } from "../features/case-studies/cover.ts";
import { caseStudy, REQUIRED_FIELDS } from "../features/case-studies/rules.ts";
import { slugify } from "../platform/slug.ts";
import { Dialog, DialogHead } from "../ui/dialog.tsx";
import { controlProps, Field, type FieldState, SelectField, TextAreaField, TextField } from "../ui/field.tsx";
import { FormProblem, SaveFooter } from "../ui/form-parts.tsx";
import { RichTextField } from "../ui/rich-text.tsx";
import { useSaveForm } from "../ui/save-form.ts";
import { Switch } from "../ui/switch.tsx";
import type { Route } from "./+types/case-studies";
import { ResultsField } from "./case-studies.results.tsx";

type Values = NonNullable<Route.ComponentProps["loaderData"]["record"]>;
type Industry = { id: string; name: string };

/**
 * Add or edit a case study (SPEC 2, 4, 5; the fields of CONTRACT).
 * @param record null to add one; it then starts published (SPEC 4)
 */
export function CaseStudyForm({
  record,
  industries,
  onClose,
}: {
  record: Values | null;
  industries: Industry[];
  onClose: () => void;
}) {
  const words = messages.caseStudy;
  const { fetcher, form, field, ref, hasChanges, newerVersion } = useSaveForm({
    schema: caseStudy,
    values: record ?? {},
    required: REQUIRED_FIELDS,
    missing: words.missing,
    failed: words.saveFailed,
    onSaved: onClose,
  });

  const [slug, setSlug] = useState(record?.slug ?? "");
  // DECISIONS 20: the slug follows the title until it is edited by hand, and again once it is emptied.
  const [isFollowing, setFollowing] = useState(!record?.slug);
  const [industryId, setIndustryId] = useState(record?.industry_id ?? "");
  const industry = industries.find(({ id }) => id === industryId)?.name ?? "";

  return (
    <Dialog onClose={onClose} hasChanges={hasChanges}>
      <fetcher.Form
        method="post"
        className="dlg"
        data-form="case-study"
        {...getFormProps(form)}
        noValidate
        ref={ref}
      >
        <DialogHead title={record ? "Edit case study" : "Add case study"} about={record?.client}>
          <Switch name="published" label="Published" isOn={record?.published ?? true} />
        </DialogHead>
        <div className="dlg__b">
          <input type="hidden" name="intent" value={record ? "update" : "add"} />
          {record && <input type="hidden" name="id" value={record.id} />}
          {record && <input type="hidden" name="version" value={record.version} />}
          <FormProblem errors={form.errors} newerVersion={newerVersion} />
          <div className="fgrid fgrid--2">
            <div className="full">
              <TextField
                field={field("title")}
                label="Title"
                onChange={(event) => isFollowing && setSlug(slugify(event.currentTarget.value))}
              />
            </div>
            <TextField
              field={field("slug")}
              label="Slug"
              className="input mono"
              hint="Filled from the title when left empty."
              value={slug}
              onChange={(event) => {
                setSlug(event.currentTarget.value);
                setFollowing(event.currentTarget.value === "");
              }}
              onBlur={() => setSlug(slugify(slug))}
            />
            <TextField field={field("client")} label="Client" />
            <SelectField
              field={field("industry_id")}
              label="Industry"
              hint={
                industries.length
                  ? undefined
                  : "There is no industry yet. Add one on the Industries tab first."
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
              label="Duration"
              placeholder="6 months"
              hint="6 months when left empty."
            />
            <div className="full">
              <TextField
                field={field("result")}
                label="Result"
                isOptional
                placeholder="+312% organic bookings"
              />
            </div>
            <RichTextField field={field("challenge")} label="The Challenge" isOptional />
            <RichTextField field={field("solution")} label="Our Solution" isOptional />
            <div className="full">
              <ResultsField field={field("results")} />
            </div>
            <div className="full">
              <ImageField field={field("image")} slug={slug} industry={industry} />
            </div>
            <h3 className="full fsec">Testimonial</h3>
            <div className="full">
              <TextAreaField field={field("testimonial")} label="Quote" isOptional />
            </div>
            <TextField field={field("client_name")} label="Client name" isOptional />
            <h3 className="full fsec">Search and sharing</h3>
            <TextField
              field={field("meta_title")}
              label="Meta title"
              isOptional
              placeholder="From the title"
              hint="Up to 60 characters are shown in search results."
            />
            <TextField field={field("meta_keywords")} label="Meta keywords" isOptional />
            <div className="full">
              <TextAreaField
                field={field("meta_description")}
                label="Meta description"
                isOptional
                placeholder="From the result and the client"
                hint="Up to 160 characters are shown in search results."
              />
            </div>
          </div>
        </div>
        <SaveFooter isBusy={fetcher.state !== "idle"} onCancel={onClose} />
      </fetcher.Form>
    </Dialog>
  );
}

/** The picture's address, and the picture; without an address the cover that visitors will see. */
function ImageField({ field, slug, industry }: { field: FieldState; slug: string; industry: string }) {
  const [typed, setTyped] = useState(typeof field.initialValue === "string" ? field.initialValue : "");
  const [broken, setBroken] = useState<string | null>(null);
  const image = typed.trim();
  const cover = `data:image/svg+xml,${encodeURIComponent(coverSvg({ slug: slug || "new", industry }))}`;
  const hint = image
    ? broken === image
      ? "There is no picture at this address, or it may not be shown here."
      : "This picture is used on cards and on the page."
    : "Empty: a cover is drawn from the slug and the industry, as shown.";
  return (
    <div className="imgf">
      <img
        src={image && broken !== image ? image : cover}
        alt=""
        width={160}
        height={100}
        onError={() => setBroken(image)}
      />
      <Field field={field} label="Image address" isOptional hint={hint}>
        <input
          {...controlProps(field, hint)}
          className="input"
          type="text"
          inputMode="url"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </Field>
    </div>
  );
}
