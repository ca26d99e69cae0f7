// Validation for the server and the panel (SPEC 5, decision 0035.25).
import { z } from "zod";
import { isHexColor } from "../../platform/text/color.ts";
import { text as limited } from "../../platform/text/text-rules.ts";
import { labelsOf, plain, schemaOf, text } from "../fields/fields.ts";
import { choicesOf } from "./choices.ts";
import { LOOK_NAMES } from "./looks.ts";
import { isTimeZone, timeZoneOf } from "./time-zones.ts";

const CODE_MAX = 20_000;

const checked = (max: number, isRight: (value: string) => boolean, wrong: string) =>
  limited(max).refine((value) => value === "" || isRight(value), wrong);

/** Adds https:// to URLs such as "facebook.com/maple" (SPEC 5). */
const withHttps = (value: string) => (/^[\w-]+(\.[\w-]+)+(\/|$)/.test(value) ? `https://${value}` : value);

const webAddress = (network: string) =>
  limited(2_000)
    .overwrite(withHttps)
    .refine(
      (value) => value === "" || (/^https?:\/\/[^\s/]/i.test(value) && URL.canParse(value)),
      `The ${network} URL must start with https:// or http://.`,
    );

const hexColor = limited(7)
  .overwrite((value) => inFull(value.toLowerCase()))
  .refine((value) => value === "" || isHexColor(value), "Enter a color such as #1A7F5A.");
/** Writes a color such as "e33" or "#E33" with six digits. Returns anything else unchanged. */
export const inFull = (value: string) =>
  value.replace(/^#?([0-9a-f])([0-9a-f])([0-9a-f])$/, "#$1$1$2$2$3$3").replace(/^(?=[0-9a-f]{6}$)/, "#");

const isHttps = (value: string) => /^https:\/\/[^\s/]\S*$/i.test(value) && URL.canParse(value);

/** Returns the token from a pasted tag (decision 0035.25). */
function tokenOf(value: string): string {
  const tag = /^<meta\s[^>]*>$/i.exec(value);
  if (!tag) return value;
  return (
    /\scontent\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(value)?.slice(1).find(Boolean)?.trim() ??
    value
  );
}

const CHOICES_MAX = 12;
const CHOICE_CHARS = 60;

const choices = limited(CHOICES_MAX * (CHOICE_CHARS + 2))
  .overwrite((value) => choicesOf(value).join("\n"))
  .refine((value) => {
    const all = choicesOf(value);
    return !all.length || (all.length >= 2 && all.length <= CHOICES_MAX);
  }, `Enter 2 to ${CHOICES_MAX} choices, each on a line of its own.`)
  .refine(
    (value) => choicesOf(value).every((one) => one.length <= CHOICE_CHARS),
    `Use ${CHOICE_CHARS} characters or fewer for each choice.`,
  );

const onOff = (label: string) => ({ ...plain(label, z.stringbool()), isSwitch: true as const });

const stageName = (builtIn: string) => plain(`Name of the stage “${builtIn}”`, limited(40));

const fields = {
  site_title: text("Site title", limited(200)),
  brand_color: plain("Main color", hexColor),
  marker_color: plain("Highlight color", hexColor),
  look: plain("Look", z.enum(LOOK_NAMES, { error: "Choose a look." })),
  site_description: text("Site description", limited(2_000)),
  contact_email: text(
    "Contact email",
    checked(
      254,
      (value) => z.email().safeParse(value).success,
      "The contact email must be an address such as name@company.com.",
    ),
  ),
  phone_number: text("Phone number", limited(50)),
  meta_keywords: text("Meta keywords", limited(2_000)),
  time_zone: plain(
    "Time zone",
    limited(100)
      .overwrite(timeZoneOf)
      .refine((value) => value === "" || isTimeZone(value), "Choose a time zone from the list."),
  ),
  blog_date_display: plain(
    "Date on blog posts",
    z.enum(["today", "published"], { error: "Choose which date posts show." }),
  ),
  confirmation_mail: onOff("Email a confirmation to people who send an enquiry"),
  instant_audit: plain(
    "Instant audits",
    z.enum(["on", "off"], { error: "Choose whether instant audits are on." }),
  ),
  audits_per_day: plain(
    "Maximum audits per day",
    checked(
      4,
      (value) => /^(0|[1-9]\d{0,3})$/.test(value),
      "Enter a whole number of audits from 0 to 9999, or leave it empty for 200.",
    ),
  ),
  keep_enquiries_months: plain(
    "Keep enquiries for (months)",
    checked(
      3,
      (value) => /^[1-9]\d?$|^1[01]\d$|^120$/.test(value),
      "Enter a whole number of months from 1 to 120, or leave it empty to keep enquiries forever.",
    ),
  ),
  booking_url: plain(
    "Booking link",
    limited(2_000)
      .overwrite(withHttps)
      .refine(
        (value) => value === "" || isHttps(value),
        "The booking link must be a URL that starts with https://.",
      ),
  ),
  budget_choices: text("Choices for the budget", choices),
  timeline_choices: text("Choices for the timeline", choices),
  stage_new: stageName("New"),
  stage_contacted: stageName("Contacted"),
  stage_qualified: stageName("Qualified"),
  stage_won: stageName("Won"),
  stage_lost: stageName("Lost"),
  security_contact: plain(
    "Security contact",
    checked(
      500,
      (value) => z.email().safeParse(value).success || isHttps(value),
      "The security contact must be an address such as security@company.com, or a URL that starts with https://.",
    ),
  ),
  google_analytics_id: plain(
    "Google Analytics ID",
    checked(
      50,
      (value) => /^(G|UA|AW)-[A-Z0-9]+(-[A-Z0-9]+)*$/i.test(value),
      "The Google Analytics ID must look like G-XXXXXXXXXX, UA-XXXXXXX-X or AW-XXXXXXXXX.",
    ).overwrite((value) => value.toUpperCase()),
  ),
  google_analytics_code: plain("Analytics code", limited(CODE_MAX)),
  google_search_console: plain(
    "Search Console verification",
    limited(500)
      .overwrite(tokenOf)
      .refine(
        (value) => /^[\w.=+/-]*$/.test(value),
        "Paste the Search Console verification code, or the whole <meta> tag.",
      ),
  ),
  google_search_console_code: plain("Search Console code", limited(CODE_MAX)),
  google_tag_manager: plain(
    "Google Tag Manager ID",
    checked(
      50,
      (value) => /^GTM-[A-Z0-9]+$/i.test(value),
      "The Google Tag Manager ID must look like GTM-XXXXXXX.",
    ).overwrite((value) => value.toUpperCase()),
  ),
  google_tag_manager_code: plain("Tag Manager code", limited(CODE_MAX)),
  google_analytics_code_at_once: onOff("Run the analytics code immediately, before consent"),
  google_tag_manager_code_at_once: onOff("Run the Tag Manager code immediately, before consent"),
  google_tag_manager_custom_html: onOff("Allow custom HTML tags"),
  tracking_safe_mode: onOff("Safe mode: pause all tracking"),
  facebook_url: plain("Facebook", webAddress("Facebook")),
  instagram_url: plain("Instagram", webAddress("Instagram")),
  linkedin_url: plain("LinkedIn", webAddress("LinkedIn")),
  youtube_url: plain("YouTube", webAddress("YouTube")),
};

/**
 * Validates the fields that a card posts. Empty fields aren't saved (SPEC 5). A missing switch is undefined.
 */
export const settings = schemaOf(fields).partial();
export const SETTING_LABELS = labelsOf(fields);

export type SettingsInput = z.output<typeof settings>;

export type SettingKey = keyof SettingsInput;
export const settingKey = settings.keyof();

/** Stored as `on`, or not at all. */
export const isSettingSwitch = (key: SettingKey) => "isSwitch" in fields[key];
/** Returns whether find and replace looks at a setting. */
export const isSettingText = (key: SettingKey) => fields[key].format === "text";

/** Contact email of the demo content (CONTRACT, LEADS_TO). Never used to send or receive email. */
export const SAMPLE_EMAIL = "hello@example.com";

/** Returns whether this is the demo content's address, which has no inbox. */
export const isSampleEmail = (email: string) => email.trim().toLowerCase() === SAMPLE_EMAIL;
