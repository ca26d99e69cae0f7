// Validation for the server and the panel (SPEC 5, decision 0035.25).
import { z } from "zod";
import { isHexColor } from "../../platform/text/color.ts";
import { text } from "../../platform/text/text-rules.ts";
import { isTimeZone, timeZoneOf } from "./time-zones.ts";

const CODE_MAX = 20_000;

const checked = (max: number, isRight: (value: string) => boolean, wrong: string) =>
  text(max).refine((value) => value === "" || isRight(value), wrong);

/** Adds https:// to URLs such as "facebook.com/maple" (SPEC 5). */
const webAddress = (network: string) =>
  text(2_000)
    .overwrite((value) => (/^[\w-]+(\.[\w-]+)+(\/|$)/.test(value) ? `https://${value}` : value))
    .refine(
      (value) => value === "" || (/^https?:\/\/[^\s/]/i.test(value) && URL.canParse(value)),
      `The ${network} URL must start with https:// or http://.`,
    );

const hexColor = text(7)
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

/**
 * Validates the fields that a card posts. Empty fields aren't saved (SPEC 5). A missing switch is undefined.
 */
export const settings = z
  .object({
    site_title: text(200),
    brand_color: hexColor,
    marker_color: hexColor,
    site_description: text(2_000),
    contact_email: checked(
      254,
      (value) => z.email().safeParse(value).success,
      "The contact email must be an address such as name@company.com.",
    ),
    phone_number: text(50),
    meta_keywords: text(2_000),
    time_zone: text(100)
      .overwrite(timeZoneOf)
      .refine((value) => value === "" || isTimeZone(value), "Choose a time zone from the list."),
    blog_date_display: z.enum(["today", "published"], { error: "Choose which date posts show." }),
    confirmation_mail: z.stringbool(),
    instant_audit: z.enum(["on", "off"], { error: "Choose whether instant audits are on." }),
    audits_per_day: checked(
      4,
      (value) => /^(0|[1-9]\d{0,3})$/.test(value),
      "Enter a whole number of audits from 0 to 9999, or leave it empty for 200.",
    ),
    keep_enquiries_months: checked(
      3,
      (value) => /^[1-9]\d?$|^1[01]\d$|^120$/.test(value),
      "Enter a whole number of months from 1 to 120, or leave it empty to keep enquiries forever.",
    ),
    security_contact: checked(
      500,
      (value) => z.email().safeParse(value).success || isHttps(value),
      "The security contact must be an address such as security@company.com, or a URL that starts with https://.",
    ),
    google_analytics_id: checked(
      50,
      (value) => /^(G|UA|AW)-[A-Z0-9]+(-[A-Z0-9]+)*$/i.test(value),
      "The Google Analytics ID must look like G-XXXXXXXXXX, UA-XXXXXXX-X or AW-XXXXXXXXX.",
    ).overwrite((value) => value.toUpperCase()),
    google_analytics_code: text(CODE_MAX),
    google_search_console: text(500)
      .overwrite(tokenOf)
      .refine(
        (value) => /^[\w.=+/-]*$/.test(value),
        "Paste the Search Console verification code, or the whole <meta> tag.",
      ),
    google_search_console_code: text(CODE_MAX),
    google_tag_manager: checked(
      50,
      (value) => /^GTM-[A-Z0-9]+$/i.test(value),
      "The Google Tag Manager ID must look like GTM-XXXXXXX.",
    ).overwrite((value) => value.toUpperCase()),
    google_tag_manager_code: text(CODE_MAX),
    google_analytics_code_at_once: z.stringbool(),
    google_tag_manager_code_at_once: z.stringbool(),
    google_tag_manager_custom_html: z.stringbool(),
    tracking_safe_mode: z.stringbool(),
    facebook_url: webAddress("Facebook"),
    instagram_url: webAddress("Instagram"),
    linkedin_url: webAddress("LinkedIn"),
    youtube_url: webAddress("YouTube"),
  })
  .partial();

export type SettingsInput = z.output<typeof settings>;

export type SettingKey = keyof SettingsInput;
export const settingKey = settings.keyof();

/** Contact email of the demo content (CONTRACT, LEADS_TO). Never used to send or receive email. */
export const SAMPLE_EMAIL = "hello@example.com";

/** Returns whether this is the demo content's address, which has no inbox. */
export const isSampleEmail = (email: string) => email.trim().toLowerCase() === SAMPLE_EMAIL;
