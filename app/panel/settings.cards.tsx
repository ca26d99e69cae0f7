import { getFormProps } from "@conform-to/react";
import { Building2, ChartLine, type LucideIcon, Share2, Trash2, TriangleAlert } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import { messages } from "../copy/messages.ts";
import { builtInSettings } from "../features/settings/defaults.ts";
import { type SettingKey, settings } from "../features/settings/rules.ts";
import { type FieldState, SelectField, TextAreaField, TextField } from "../ui/field.tsx";
import { FormProblem } from "../ui/form-parts.tsx";
import { useSaveForm } from "../ui/save-form.ts";
import type { SaveReply } from "../ui/saving.ts";
import { Switch } from "../ui/switch.tsx";
import { useToast } from "../ui/toaster.tsx";

/** What is stored, by key. */
type Stored = Partial<Record<string, string>>;
type Card = { stored: Stored; field: (name: SettingKey) => FieldState };

/** SPEC 2, SPEC 3: name, description and how to reach the business; the site's dates and mails besides. */
export function GeneralCard({
  stored,
  isMailToSample,
  timeZones,
}: {
  stored: Stored;
  isMailToSample: boolean;
  timeZones: string[];
}) {
  const defaults = builtInSettings();
  return (
    <SettingsCard
      title="General"
      about="Name, description and how to reach you."
      icon={Building2}
      stored={stored}
    >
      {(card) => (
        <>
          {isMailToSample && (
            <p className="warn">
              <TriangleAlert className="i" aria-hidden />
              <span>
                The contact email is a sample: new enquiries are mailed to nobody. Enter your own address.
              </span>
            </p>
          )}
          <div className="fgrid fgrid--2">
            <TextSetting {...card} name="site_title" label="Site title" placeholder={defaults.site_title} />
            <TextSetting {...card} name="contact_email" label="Contact email" type="email" />
            <TextSetting {...card} name="phone_number" label="Phone number" type="tel" />
            <TextSetting {...card} name="meta_keywords" label="Meta keywords" />
            <div className="full">
              <CodeSetting {...card} name="site_description" label="Site description" />
            </div>
            <TextSetting
              {...card}
              name="time_zone"
              label="Time zone"
              list="time-zones"
              placeholder={defaults.time_zone}
              hint={`Dates of the site are in it. Type a city to search; ${defaults.time_zone} when nothing is set.`}
            />
            <datalist id="time-zones">
              {timeZones.map((zone) => (
                <option key={zone} value={zone} />
              ))}
            </datalist>
            {/* No Remove: one of the two always holds. */}
            <div className="sett">
              <SelectField
                field={card.field("blog_date_display")}
                label="Date on blog posts"
                hint="Search engines and the feed always get the real date."
              >
                <option value="today">Today's date</option>
                <option value="published">The date of the post</option>
              </SelectField>
            </div>
            <div className="full">
              <Switch
                name="confirmation_mail"
                label="Send a confirmation mail to whoever sends an enquiry"
                isOn={stored.confirmation_mail === "on"}
              />
            </div>
          </div>
        </>
      )}
    </SettingsCard>
  );
}

/** SPEC 7, "Tracking": ids and the owner's own code. */
export function TrackingCard({ stored }: { stored: Stored }) {
  return (
    <SettingsCard
      title="Analytics and verification"
      about="Kept for the tracking of public pages, which this version does not put out yet."
      icon={ChartLine}
      stored={stored}
    >
      {(card) => (
        <>
          <div className="fgrid fgrid--2">
            <TextSetting
              {...card}
              name="google_analytics_id"
              label="Google Analytics ID"
              placeholder="G-XXXXXXXXXX"
            />
            <TextSetting
              {...card}
              name="google_tag_manager"
              label="Google Tag Manager ID"
              placeholder="GTM-XXXXXXX"
            />
            <TextSetting
              {...card}
              name="google_search_console"
              label="Search Console verification"
              placeholder="Verification code"
              hint="The code, or the whole <meta> tag."
            />
          </div>
          <h3 className="fsec">Custom code</h3>
          <div className="fgrid">
            <CodeSetting
              {...card}
              name="google_analytics_code"
              label="Analytics code"
              placeholder="<script>…</script>"
            />
            <CodeSetting
              {...card}
              name="google_tag_manager_code"
              label="Tag Manager code"
              placeholder="<script>…</script>"
            />
            <CodeSetting
              {...card}
              name="google_search_console_code"
              label="Search Console code"
              placeholder="<meta name=… content=…>"
            />
          </div>
        </>
      )}
    </SettingsCard>
  );
}

/** DECISIONS 16: where one is set, its icon stands in header and footer. */
export function SocialCard({ stored }: { stored: Stored }) {
  return (
    <SettingsCard
      title="Social media"
      about="Links in the top bar, footer and contact page."
      icon={Share2}
      stored={stored}
    >
      {(card) => (
        <div className="fgrid fgrid--2">
          {(["Facebook", "Instagram", "LinkedIn", "YouTube"] as const).map((network) => (
            <TextSetting
              key={network}
              {...card}
              name={`${network.toLowerCase() as Lowercase<typeof network>}_url`}
              label={network}
              inputMode="url"
              placeholder="https://"
            />
          ))}
        </div>
      )}
    </SettingsCard>
  );
}

function SettingsCard({
  title,
  about,
  icon: Icon,
  stored,
  children,
}: {
  title: string;
  about: string;
  icon: LucideIcon;
  stored: Stored;
  children: (card: Card) => ReactNode;
}) {
  const { saveFailed } = messages.settings;
  const { fetcher, form, field, ref } = useSaveForm({
    schema: settings,
    values: stored,
    required: [],
    missing: "",
    failed: saveFailed,
    onSaved: () => {},
  });
  const isBusy = fetcher.state !== "idle";
  return (
    <section className="card" aria-label={title}>
      <CardHead title={title} about={about} icon={Icon} />
      <fetcher.Form
        method="post"
        className="sett__b"
        data-form="settings"
        {...getFormProps(form)}
        noValidate
        ref={ref}
      >
        <input type="hidden" name="intent" value="save" />
        <FormProblem errors={form.errors} />
        {children({ stored, field })}
        <div className="btns">
          <button type="submit" className="btn" disabled={isBusy}>
            {isBusy && <span className="spin" aria-hidden />}
            Save Settings
          </button>
        </div>
      </fetcher.Form>
    </section>
  );
}

/** A card's icon, name and what it is for. */
export function CardHead({ title, about, icon: Icon }: { title: string; about: string; icon: LucideIcon }) {
  return (
    <div className="sett__h">
      <span className="ic">
        <Icon className="i" aria-hidden />
      </span>
      <div>
        <h2>{title}</h2>
        <p className="muted">{about}</p>
      </div>
    </div>
  );
}

type SettingProps = Card & {
  name: SettingKey;
  label: string;
  placeholder?: string;
  hint?: string;
};

function TextSetting({
  stored,
  field,
  name,
  label,
  ...input
}: SettingProps & { type?: "email" | "tel"; inputMode?: "url"; list?: string }) {
  return (
    <Removable label={label} name={name} stored={stored[name]}>
      <TextField field={field(name)} label={label} {...input} />
    </Removable>
  );
}

function CodeSetting({ stored, field, name, label, ...input }: SettingProps) {
  return (
    <Removable label={label} name={name} stored={stored[name]}>
      <TextAreaField field={field(name)} label={label} {...input} />
    </Removable>
  );
}

/**
 * A field with the Remove button of its stored value (DECISIONS 9). What comes to be stored is shown in it, since a
 * save may change what was typed: spaces go, a pasted tag becomes its code.
 */
function Removable({
  label,
  name,
  stored = "",
  children,
}: {
  label: string;
  name: SettingKey;
  stored?: string;
  children: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  const fetcher = useFetcher<SaveReply>();
  const undo = fetcher.data?.undo;
  useToast(fetcher.data?.toast, undo && (() => fetcher.submit(undo, { method: "post" })));
  const shown = useRef(stored);
  useEffect(() => {
    const control = box.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>("input, textarea");
    if (!control || shown.current === stored) return;
    shown.current = stored;
    control.value = stored;
  }, [stored]);
  const remove = () => {
    if (!window.confirm(`Remove the stored value of “${label}”?`)) return;
    fetcher.submit({ intent: "remove", key: name }, { method: "post" });
    // The button goes with the value; the field is where one goes on from.
    box.current?.querySelector<HTMLElement>("input, textarea")?.focus();
  };
  return (
    <div className="sett" ref={box}>
      {children}
      {stored && (
        <button
          type="button"
          className="btn btn--ghost sett__rm"
          disabled={fetcher.state !== "idle"}
          onClick={remove}
        >
          <Trash2 className="i i-sm" aria-hidden />
          Remove<span className="sr"> {label}</span>
        </button>
      )}
    </div>
  );
}
