import { Building2, ChartLine, Inbox, Share2, SlidersHorizontal, Webhook } from "lucide-react";
import { href, Link } from "react-router";
import { auditSettings } from "../../copy/panel/audits.ts";
import { bookingSetting, choiceSettings, retention, stages } from "../../copy/panel/enquiries-tab.ts";
import { webhookWords } from "../../copy/panel/webhooks.ts";
import { AUDITS_PER_DAY } from "../../features/audit/states.ts";
import {
  ENQUIRY_STATUSES,
  type EnquiryStatus,
  STAGE_SETTINGS,
} from "../../features/enquiry-table/statuses.ts";
import { cardTitle, SOCIAL_KEYS } from "../../features/settings/cards.ts";
import { builtInSettings } from "../../features/settings/defaults.ts";
import { CardSection } from "../../ui/panel/card-section.tsx";
import type { OpenedCard } from "./cards.server.ts";
import { ChoiceSetting, CodeSetting, SettingsForm, SwitchSetting, TextSetting } from "./form.tsx";
import type { PageOf } from "./pages.server.ts";
import { Card, Warn } from "./parts.tsx";

type CardProps = { card: OpenedCard };

const AT_ONCE = "Only for code that stores nothing before consent, like Google's own tags.";

/** SPEC 2, SPEC 3, SPEC 7: name, contact details and search result; profiles, each with an icon in the header and footer (decision 0035.16). */
export function BusinessPage({ mail, timeZones, tracking, isAnnounced, card: opened }: PageOf<"business">) {
  const defaults = builtInSettings();
  const isOff = opened.record.tracking_safe_mode === true;
  return (
    <SettingsForm card={opened} hasPreview>
      {(card) => (
        <>
          <Card
            id="general"
            title="Business"
            about="Your name and how customers reach you. Shown on every page."
            icon={Building2}
          >
            {mail.to.length === 0 && (
              <Warn>
                {mail.isSample ? "The contact email is a sample" : "There’s no contact email"}, so no one is
                notified about new enquiries. Enter your own address.
              </Warn>
            )}
            <div className="fgrid fgrid--2">
              <TextSetting card={card} name="site_title" placeholder={defaults.site_title} />
              <TextSetting card={card} name="contact_email" type="email" />
              <TextSetting card={card} name="phone_number" type="tel" />
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
            </div>
            <h3 className="fsec">Search engines</h3>
            <div className="fgrid">
              <CodeSetting
                card={card}
                name="site_description"
                hint="Shown by search engines for the home page and for pages without their own description. {site} stands for the site title."
              />
              <TextSetting card={card} name="meta_keywords" hint="Most search engines ignore these." />
            </div>
          </Card>
          <Card
            id="social"
            title="Social media"
            about="Links in the top bar, footer and contact page."
            icon={Share2}
          >
            <div className="fgrid fgrid--2">
              {SOCIAL_KEYS.map((name) => (
                <TextSetting key={name} card={card} name={name} inputMode="url" placeholder="https://" />
              ))}
            </div>
          </Card>
          <Card
            id="tracking"
            title={cardTitle("tracking")}
            about="Added to the head of every public page, never to this panel. If you add a tag, visitors are asked for consent."
            icon={ChartLine}
          >
            {isOff && <Warn>Safe mode is on: all tracking is paused.</Warn>}
            {!isOff && (
              <p className="muted sett__live">
                {tracking.live.length
                  ? `Active on your pages: ${tracking.live.join(", ")}.`
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
            {tracking.notes && <Warn>{tracking.notes}</Warn>}
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
                  card={card}
                  name="google_tag_manager_custom_html"
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
              <SwitchSetting card={card} name="google_analytics_code_at_once" hint={AT_ONCE} />
              <CodeSetting
                card={card}
                name="google_tag_manager_code"
                placeholder="<script>…</script>"
                hint="Loaded and run once the visitor accepts."
              />
              <SwitchSetting card={card} name="google_tag_manager_code_at_once" hint={AT_ONCE} />
              <CodeSetting
                card={card}
                name="google_search_console_code"
                placeholder="<meta name=… content=…>"
                hint="Only <meta> tags with a name."
              />
              <SwitchSetting card={card} name="tracking_safe_mode" />
            </div>
          </Card>
        </>
      )}
    </SettingsForm>
  );
}

export const EnquiriesPage = ({ card }: CardProps) => (
  <SettingsForm card={card}>
    {(card) => (
      <>
        <Card
          id="enquiries"
          title={cardTitle("enquiries")}
          about="What happens when visitors send a form."
          icon={Inbox}
        >
          <div className="fgrid fgrid--2">
            <div className="full">
              <SwitchSetting card={card} name="confirmation_mail" />
            </div>
            <TextSetting
              card={card}
              name="booking_url"
              inputMode="url"
              placeholder="https://"
              hint={bookingSetting.hint}
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
            <h3 className="fsec full">{choiceSettings.title}</h3>
            <p className="hint full">{choiceSettings.hint}</p>
            <CodeSetting card={card} name="budget_choices" placeholder={choiceSettings.budget} />
            <CodeSetting card={card} name="timeline_choices" placeholder={choiceSettings.timeline} />
            <h3 className="fsec full">{stages.title}</h3>
            <p className="hint full">{stages.hint}</p>
            {Object.entries(STAGE_SETTINGS).map(([status, name]) => (
              <TextSetting
                key={name}
                card={card}
                name={name}
                placeholder={ENQUIRY_STATUSES[status as EnquiryStatus]}
              />
            ))}
          </div>
        </Card>
        <WebhooksCard />
      </>
    )}
  </SettingsForm>
);

const WebhooksCard = () => (
  <CardSection id="webhooks" title={webhookWords.title} about={webhookWords.card.about} icon={Webhook}>
    <div className="sett__b">
      <Link className="btn btn--line" to={href("/admin-control-panel-seoprozone/webhooks")}>
        {webhookWords.card.open}
      </Link>
    </div>
  </CardSection>
);

export const AdvancedPage = ({ card }: CardProps) => (
  <SettingsForm card={card}>
    {(card) => (
      <Card
        id="advanced"
        title={cardTitle("advanced")}
        about="Rarely needed. The defaults are fine for most sites."
        icon={SlidersHorizontal}
      >
        <div className="fgrid fgrid--2">
          <ChoiceSetting
            card={card}
            name="blog_date_display"
            hint="The sitemap and the feed always have the real date."
            options={{ today: "Today's date", published: "Publication date" }}
          />
          <TextSetting
            card={card}
            name="security_contact"
            placeholder="security@company.com"
            hint="An email address or URL for reporting security issues, published at /.well-known/security.txt."
          />
        </div>
      </Card>
    )}
  </SettingsForm>
);
