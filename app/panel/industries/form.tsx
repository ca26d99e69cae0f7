import { useState } from "react";
import { messages } from "../../copy/messages.ts";
import { industriesTab as words } from "../../copy/panel/industries-tab.ts";
import { INDUSTRY_LABELS } from "../../features/industries/labels.ts";
import type { IndustryRecord } from "../../features/industries/queries.server.ts";
import { industry } from "../../features/industries/rules.ts";
import { type Service, services, servicesOfIndustry } from "../../features/services/catalog.ts";
import { TextAreaField, TextField } from "../../ui/panel/field.tsx";
import { addOrUpdate, FormDialog } from "../../ui/panel/form-dialog.tsx";
import { useSaveForm } from "../../ui/panel/save-form.ts";
import type { PendingDraft } from "../../ui/panel/waiting-changes.tsx";

const REQUIRED = ["name"];

type Opened = IndustryRecord & { opened: string };

/** Adds or edits an industry (SPEC 5). Shows which service pages list its case studies, since they match by name. */
export function IndustryForm({
  record,
  waiting,
  onClose,
}: {
  record: Opened | null;
  waiting: PendingDraft | null;
  onClose: () => void;
}) {
  const saving = useSaveForm({
    schema: industry,
    labels: INDUSTRY_LABELS,
    values: record ?? {},
    required: REQUIRED,
    missing: messages.industry.missing,
    failed: messages.industry.failed.update,
    onSaved: onClose,
  });
  const { labeled } = saving;
  const [name, setName] = useState(record?.name ?? "");
  return (
    <FormDialog
      saving={saving}
      name="industry"
      posts={addOrUpdate(record)}
      title={record ? "Edit industry" : "Add industry"}
      about={record?.name}
      size="small"
      record={record ? { kind: "industries", id: record.id } : undefined}
      waiting={waiting}
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
    </FormDialog>
  );
}

/**
 * @param props.name as typed
 * @param props.before the stored name
 */
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
