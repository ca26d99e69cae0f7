import { Building2, ChartLine, Share2, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { auditSettings } from "../../copy/panel/audits.ts";
import { retention } from "../../copy/panel/enquiries-tab.ts";
import type { MailSetup } from "../../features/mail/words.server.ts";
import { AUDITS_PER_DAY, builtInSettings } from "../../features/settings/defaults.ts";
import { SETTING_LABELS } from "../../features/settings/labels.ts";
import type { SettingKey } from "../../features/settings/rules.ts";
import type { TimeZone } from "../../features/settings/time-zones.ts";
import { SelectField } from "../../ui/panel/field.tsx";
import { Options } from "../../ui/panel/list-parts.tsx";
import { Switch } from "../../ui/panel/switch.tsx";
import type { Route } from "./+types/tab";
import type { Stored } from "./card-state.ts";
import { type Card, CodeSetting, SettingsCard, TextSetting } from "./parts.tsx";

type CardProps = { stored: Stored };

const GENERAL = [
  ...["site_title", "contact_email", "phone_number", "meta_keywords", "site_description"],
  ...["time_zone", "blog_date_display", "security_contact", "keep_enquiries_months"],
  ...["instant_audit", "audits_per_day", "confirmation_mail"],
] as SettingKey[];
const TRACKING = [
  ...["google_analytics_id", "google_tag_manager", "google_search_console", "google_analytics_code"],
  ...["google_tag_manager_custom_html", "google_tag_manager_code", "google_search_console_code"],
  ...["google_analytics_code_at_once", "google_tag_manager_code_at_once", "tracking_safe_mode"],
] as SettingKey[];
const SOCIAL = ["facebook_url", "instagram_url", "linkedin_url", "youtube_url"] as const;

/** SPEC 2, SPEC 3: name, description and contact details, plus dates and emails. */
export function GeneralCard({
  mail,
  timeZones,
  ...props
}: CardProps & { mail?: MailSetup; timeZones: TimeZone[] }) {
  const defaults = builtInSettings();
  return (
    <SettingsCard
      id="general"
      title="General"
      about="Name, description and how to reach you."
      icon={Building2}
      keys={GENERAL}
      hasPreview
      {...props}
    >
      {(card) => (
        <>
          {mail?.to.length === 0 && (
            <Warn>
              {mail.isSample ? "The contact email is a sample" : "There’s no contact email"}, so no one is
              notified about new enquiries. Enter your own address.
            </Warn>
          )}
          <div className="fgrid fgrid--2">
            <TextSetting card={card} name="site_title" placeholder={defaults.site_title} />
            <TextSetting card={card} name="contact_email" type="email" />
            <TextSetting card={card} name="phone_number" type="tel" />
            <TextSetting card={card} name="meta_keywords" />
            <div className="full">
              <CodeSetting
                card={card}
                name="site_description"
                hint="Shown by search engines for the home page and for pages without their own description."
              />
            </div>
            <TextSetting
              card={card}
              name="time_zone"
              list="time-zones"
              placeholder={defaults.time_zone}
              hint={`Used for all dates on the site. Type a city to search. Default: ${defaults.time_zone}.`}
            />
            <datalist id="time-zones">
              {timeZones.map(({ name, label }) => (
                <option key={name} value={name} label={label} />
              ))}
            </datalist>
            <ChoiceSetting
              card={card}
              name="blog_date_display"
              hint="Search engines and the feed always get the real date."
              options={{ today: "Today's date", published: "Publication date" }}
            />
            <TextSetting
              card={card}
              name="security_contact"
              placeholder="security@company.com"
              hint="An email address or URL for reporting security issues, published at /.well-known/security.txt."
            />
            <TextSetting
              card={card}
              name="keep_enquiries_months"
              inputMode="numeric"
              placeholder={retention.placeholder}
              hint={retention.hint}
            />
            <ChoiceSetting
              card={card}
              name="instant_audit"
              hint={auditSettings.hint}
              options={{ on: auditSettings.on, off: auditSettings.off }}
            />
            <TextSetting
              card={card}
              name="audits_per_day"
              inputMode="numeric"
              placeholder={String(AUDITS_PER_DAY)}
              hint={auditSettings.perDayHint}
            />
            <div className="full">
              <SwitchSetting name="confirmation_mail" stored={props.stored} />
            </div>
          </div>
        </>
      )}
    </SettingsCard>
  );
}

const AT_ONCE = "Only for code that stores nothing before consent, like Google's own tags.";

/** SPEC 7, "Tracking": ids and the owner's own code. */
export function TrackingCard({
  trackingNotes: { live, notes },
  isAnnounced,
  ...props
}: CardProps & Pick<Route.ComponentProps["loaderData"], "trackingNotes" | "isAnnounced">) {
  const isOff = props.stored.stored.tracking_safe_mode === "on";
  return (
    <SettingsCard
      id="tracking"
      title="Analytics and verification"
      about="Added to the head of every public page, never to this panel. If you add a tag, visitors are asked for consent."
      icon={ChartLine}
      keys={TRACKING}
      {...props}
    >
      {(card) => (
        <>
          {isOff && <Warn>Safe mode is on: all tracking is paused.</Warn>}
          {!isOff && (
            <p className="muted sett__live">
              {live.length
                ? `Active on your pages: ${live.join(", ")}.`
                : "No tracking is active on your pages."}
            </p>
          )}
          <p className="muted sett__live">
            Once a visitor accepts, your tags receive <code>generate_lead</code> (form, page, service),{" "}
            <code>newsletter_signup</code> (form, page) and <code>contact_click</code> (method, page), but
            never personal data.
          </p>
          {isAnnounced && (
            <p className="muted sett__live">
              When you change a page, its URL is sent to IndexNow search engines such as Bing. Nothing about
              visitors is sent. Set <code>SEARCH_ENGINES=off</code> to turn this off.
            </p>
          )}
          {notes && <Warn>{notes}</Warn>}
          <div className="fgrid fgrid--2">
            <TextSetting card={card} name="google_analytics_id" placeholder="G-XXXXXXXXXX" />
            <TextSetting
              card={card}
              name="google_tag_manager"
              placeholder="GTM-XXXXXXX"
              hint="Custom HTML tags with styles, event handlers or custom JavaScript variables only work if you allow them below."
            />
            <TextSetting
              card={card}
              name="google_search_console"
              placeholder="Verification code"
              hint="The code or the whole <meta> tag."
            />
            <div className="full">
              <SwitchSetting
                name="google_tag_manager_custom_html"
                stored={props.stored}
                hint="Needed for Tag Manager's Custom HTML tags and custom JavaScript variables. Less secure: if an attacker manages to inject a script into a public page, it will run instead of being blocked. This panel isn't affected."
              />
            </div>
          </div>
          <h3 className="fsec">Custom code</h3>
          <div className="fgrid">
            <CodeSetting
              card={card}
              name="google_analytics_code"
              placeholder="<script>…</script>"
              hint="Loaded and run once the visitor accepts."
            />
            <SwitchSetting name="google_analytics_code_at_once" stored={props.stored} hint={AT_ONCE} />
            <CodeSetting
              card={card}
              name="google_tag_manager_code"
              placeholder="<script>…</script>"
              hint="Loaded and run once the visitor accepts."
            />
            <SwitchSetting name="google_tag_manager_code_at_once" stored={props.stored} hint={AT_ONCE} />
            <CodeSetting
              card={card}
              name="google_search_console_code"
              placeholder="<meta name=… content=…>"
              hint="Only <meta> tags with a name."
            />
            <SwitchSetting name="tracking_safe_mode" stored={props.stored} />
          </div>
        </>
      )}
    </SettingsCard>
  );
}

/** decision 0035.16: each one that's set gets an icon in header and footer. */
export function SocialCard(props: CardProps) {
  return (
    <SettingsCard
      id="social"
      title="Social media"
      about="Links in the top bar, footer and contact page."
      icon={Share2}
      keys={SOCIAL}
      hasPreview
      {...props}
    >
      {(card) => (
        <div className="fgrid fgrid--2">
          {SOCIAL.map((name) => (
            <TextSetting key={name} card={card} name={name} inputMode="url" placeholder="https://" />
          ))}
        </div>
      )}
    </SettingsCard>
  );
}

const Warn = ({ children }: { children: ReactNode }) => (
  <p className="warn">
    <TriangleAlert className="i" aria-hidden />
    <span>{children}</span>
  </p>
);

/** A choice without Remove, since one of the `options` (value to text) always applies. */
function ChoiceSetting(props: {
  card: Card;
  name: SettingKey;
  hint: string;
  options: Record<string, string>;
}) {
  const { card, name, hint, options } = props;
  return (
    <div className="sett">
      <SelectField field={card.field(name)} label={SETTING_LABELS[name]} hint={hint}>
        <Options of={options} />
      </SelectField>
    </div>
  );
}

/** Remounted when the stored value changes, since it has its own state. */
function SwitchSetting({ name, stored, hint }: { name: SettingKey; stored: Stored; hint?: string }) {
  const isOn = stored.stored[name] === "on";
  return <Switch key={String(isOn)} name={name} label={SETTING_LABELS[name]} isOn={isOn} hint={hint} />;
}
