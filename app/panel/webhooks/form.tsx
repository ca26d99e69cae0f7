import { webhookWords } from "../../copy/panel/webhooks.ts";
import { type WebhookFormat, webhookRules } from "../../features/webhooks/rules.ts";
import { Field, SelectField, TextField } from "../../ui/panel/field.tsx";
import { FormDialog } from "../../ui/panel/form-dialog.tsx";
import { Options } from "../../ui/panel/list-parts.tsx";
import { useSaveForm } from "../../ui/panel/save-form.ts";
import { Switch } from "../../ui/panel/switch.tsx";
import type { WebhookReply } from "./action.server.ts";
import type { Endpoint } from "./tab.tsx";

const { form: words, formats, events, toasts } = webhookWords;

/**
 * Adds or edits an endpoint.
 * @param endpoint null to add one
 * @param onSaved gets a new endpoint's secret
 */
export function WebhookForm({
  endpoint,
  onSaved,
  onClose,
}: {
  endpoint: Endpoint | null;
  onSaved: (secret?: string) => void;
  onClose: () => void;
}) {
  const saving = useSaveForm({
    schema: webhookRules,
    values: endpoint
      ? { name: endpoint.name, format: endpoint.format }
      : { format: "standard" satisfies WebhookFormat },
    failed: toasts.saveFailed,
    onSaved: (_, reply) => onSaved((reply as WebhookReply).secret),
  });
  const { field } = saving;
  const chosen = endpoint?.events ?? ["enquiry.created"];
  return (
    <FormDialog
      saving={saving}
      name="webhook"
      posts={endpoint ? { intent: "update", id: endpoint.id, version: endpoint.version } : { intent: "add" }}
      title={endpoint ? words.editTitle : words.addTitle}
      about={endpoint?.name}
      size="small"
      onClose={onClose}
    >
      <div className="fgrid">
        <TextField field={field("name")} label={words.name} autoComplete="off" isRequired />
        <SelectField field={field("format")} label={words.format}>
          <Options of={formats} />
        </SelectField>
        <TextField
          field={field("url")}
          label={words.url}
          type="url"
          className="input mono"
          autoComplete="off"
          spellCheck={false}
          placeholder={endpoint && !endpoint.isLost ? words.urlSaved(endpoint.host) : "https://"}
          hint={endpoint && !endpoint.isLost ? words.urlKeep : words.urlHint}
          isRequired={!endpoint}
        />
        <Field field={field("events")} label={words.events} labelId="webhook-events">
          <fieldset className="checks" aria-labelledby="webhook-events">
            {Object.entries(events).map(([event, label]) => (
              <label className="check" key={event}>
                <input type="checkbox" name="events" value={event} defaultChecked={chosen.includes(event)} />
                {label}
              </label>
            ))}
          </fieldset>
        </Field>
        <Switch
          name="sends_personal"
          label={words.personal}
          isOn={endpoint?.sends_personal ?? false}
          hint={words.personalHint}
        />
        <Switch name="is_on" label={words.isOn} isOn={endpoint?.is_on ?? true} />
      </div>
    </FormDialog>
  );
}
