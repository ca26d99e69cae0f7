import { useState } from "react";
import { industriesTab as words } from "../../copy/panel/industries-tab.ts";
import { type Service, services, servicesOfIndustry } from "../../copy/site/service-catalog.ts";
import { type IndustryInput, industry } from "../../features/industries/kind.ts";
import { TextAreaField, TextField } from "../../ui/panel/field.tsx";
import { RecordDialog } from "../../ui/panel/record-dialog.tsx";
import { autosaved, type FormProps, useKindForm } from "../../ui/panel/record-form.tsx";

type Opened = IndustryInput & { id: string; version: number; opened: string };

/** Adds or edits an industry (SPEC 5). Shows which service pages list its case studies, based on its name. */
export const IndustryForm = autosaved((props: FormProps<Opened>) => {
  const { record, onClose } = props;
  const saving = useKindForm(industry, props, { created: {}, onSaved: onClose });
  const { labeled } = saving.form;
  const [name, setName] = useState(saving.values.name ?? "");
  return (
    <RecordDialog
      edited={saving}
      name="industry"
      title={record ? "Edit industry" : "Add industry"}
      about={record?.name}
      size="small"
      record={record ? { kind: "industries", id: record.id } : undefined}
      waiting={record ? saving.waiting : undefined}
      onClose={onClose}
    >
      <div className="fgrid">
        <TextField
          {...labeled("name")}
          isRequired
          hint={record && words.renames}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <ServicePages name={name} before={record?.name} />
        <TextAreaField {...labeled("description")} isOptional />
      </div>
    </RecordDialog>
  );
});

/** @param props.before the stored name */
function ServicePages({ name, before }: { name: string; before: string | undefined }) {
  const now = servicesOfIndustry(name);
  const left = before ? servicesOfIndustry(before).filter((one) => !now.includes(one)) : [];
  return (
    <div className="shownon">
      <div role="status">
        {left.length > 0 && <p className="error">{words.leaves(namesOf(left))}</p>}
        {name.trim() && <p>{now.length ? words.shownOn(namesOf(now)) : words.onNone}</p>}
      </div>
      <details>
        <summary>{words.lists}</summary>
        <dl>
          {services.map(({ slug, name, related_industries }) => (
            <div key={slug}>
              <dt>{name}</dt>
              <dd>{related_industries.join(", ")}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}

const namesOf = (shown: readonly Service[]) => shown.map(({ name }) => name).join(", ");
