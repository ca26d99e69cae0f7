// The launch checklist.
import { BUILT_IN_SITE_TITLE } from "../../copy/business.ts";
import { firstSteps } from "../../copy/panel/first-steps.ts";
import { footer } from "../../copy/site/footer.ts";
import { header } from "../../copy/site/header.ts";
import { team } from "../../copy/site/team.ts";

/** Settings and texts are as visitors see them, including built-in values. */
export type FirstFacts = {
  settings: {
    site_title?: string;
    site_description?: string;
    contact_email?: string;
    phone_number?: string;
    facebook_url?: string;
    instagram_url?: string;
    linkedin_url?: string;
    youtube_url?: string;
    blog_date_display?: string;
  };
  logo: string;
  addresses: { edit: string; text: string }[];
  leader: string;
  members: string[];
  hasPhotos: boolean;
  builtInLegal: { title: string; edit: string }[];
  exampleLegal: { title: string; edit: string }[];
  hasMailServer: boolean;
  /** null if SITE_URL is publicly reachable */
  localUrl: string | null;
  leadsTo?: string;
  /** length of ADMIN_PASSWORD; null if it isn't set */
  passwordChars: number | null;
  searchEngines: boolean;
  /** the host to ask for the newest version; null if there's none */
  updatesFrom: string | null;
  backups: "none" | "beside" | "elsewhere";
  /** what the samples are, such as "15 case studies and 16 blog posts"; empty if there are none */
  samples: string;
  ticked: readonly string[];
};

export const SHOW_DATES = "show-publication-dates";
export const REMOVE_SAMPLES = "remove-samples";

/** What a step's button does: opens a setting, text or page, or sends an intent. Null if the step has no button. */
export type FirstStepPlace =
  | { setting: string }
  | { text: string }
  | { page: string }
  | { intent: typeof SHOW_DATES | typeof REMOVE_SAMPLES }
  | null;

export type FirstStepId = keyof typeof firstSteps.steps;
export type StepGroup = keyof typeof firstSteps.groups;

export type FirstStep = {
  id: FirstStepId;
  group: StepGroup;
  title: string;
  isDone: boolean;
  isTicked: boolean;
  /** only for steps that the site can't verify */
  canBeTicked: boolean;
  isOptional: boolean;
  /** the remaining work; empty if done */
  text: string;
  button: string;
  /** labels of the buttons that mark the step as done and as not done */
  tick: string;
  untick: string;
  /** line of the message to the developer; empty if the owner can do it */
  developer: string;
  place: FirstStepPlace;
};

const CHECKED_BY_SITE = new Set<FirstStepId>([
  ...(["email", "notifications", "samples"] as const),
  ...(["siteUrl", "password", "searchEngines"] as const),
]);

export const TICKABLE_STEPS = (Object.keys(firstSteps.steps) as FirstStepId[]).filter(
  (id) => !CHECKED_BY_SITE.has(id),
);

/** The minimum in OWASP ASVS 4.0 (2.1.1). */
export const PASSWORD_CHARS = 12;

const SAMPLE_NAME = BUILT_IN_SITE_TITLE;
const SAMPLE_EMAIL = /@example\.com$/i;
/** Matches the sample number in any format. */
const SAMPLE_PHONE = /212\D*555\D*0142\D*$/;
const SAMPLE_STREET = footer.contact.address_lines[0]!.split(",")[0]!;
const SAMPLE_PEOPLE = new Set([team.leadership.name, ...team.members.items.map(({ name }) => name)]);
const SOCIAL = ["facebook_url", "instagram_url", "linkedin_url", "youtube_url"] as const;

/** Returns all steps by group, most important first. */
export function firstStepsOf(facts: FirstFacts): FirstStep[] {
  const { settings, addresses, leader, members, builtInLegal } = facts;
  const { steps: words } = firstSteps;
  const { contact_email = "", phone_number = "", site_title = "" } = settings;
  const hasSampleName = ["", SAMPLE_NAME].includes(site_title.trim());
  const isOldName = !hasSampleName && settings.site_description?.includes(SAMPLE_NAME);
  const street = addresses.find(({ text }) => text.includes(SAMPLE_STREET));
  const profiles = SOCIAL.map((key) => ({ key, url: settings[key] ?? "" }));
  const sampleProfile = profiles.find(({ url }) => isAtExample(url));
  const invented = [leader, ...members].filter((name) => SAMPLE_PEOPLE.has(name)).length;
  const people = invented === 1 ? words.team.one : words.team.many(invented);
  const legal = builtInLegal.map(({ title }) => title).join(", ");
  const { exampleLegal, localUrl, leadsTo, passwordChars, backups, updatesFrom } = facts;
  const isShort = passwordChars !== null && passwordChars < PASSWORD_CHARS;

  const stepsOf =
    (group: StepGroup) =>
    (
      id: FirstStep["id"],
      still: string | false,
      place: FirstStepPlace,
      more: { isOptional?: boolean; developer?: string } = {},
    ): FirstStep => {
      const { title, button = "", tick = firstSteps.tick, untick = firstSteps.untick }: StepWords = words[id];
      const canBeTicked = !CHECKED_BY_SITE.has(id);
      const isTicked = Boolean(still) && canBeTicked && facts.ticked.includes(id);
      const isDone = !still || isTicked;
      const { isOptional = false, developer = "" } = more;
      return {
        ...{
          id,
          group,
          title,
          button: place && !isDone ? button : "",
          ...{ tick, untick },
          place,
          isOptional,
          isDone,
          isTicked,
          canBeTicked,
        },
        text: isDone || !still ? "" : still,
        developer: isDone ? "" : developer,
      };
    };
  const business = stepsOf("business");
  const content = stepsOf("content");
  const server = stepsOf("server");
  // Without LEADS_TO, enquiries go to the contact email, which has its own step.
  const isSampleRecipient = facts.hasMailServer && leadsTo?.split(",").some(isSample) === true;
  return [
    business("email", unlessOwn(contact_email, SAMPLE_EMAIL, words.email), { setting: "contact_email" }),
    business("phone", unlessOwn(phone_number, SAMPLE_PHONE, words.phone), { setting: "phone_number" }),
    business("address", street !== undefined && words.address.sample, {
      text: street?.edit ?? addresses[0]!.edit,
    }),
    isOldName
      ? business("name", words.name.description, { setting: "site_description" })
      : business("name", hasSampleName && words.name.sample, { setting: "site_title" }),
    ...(isSampleRecipient
      ? []
      : [business("notifications", !facts.hasMailServer && words.notifications.sample, { setting: "mail" })]),
    business(
      "social",
      sampleProfile ? words.social.sample : profiles.every(({ url }) => !url) && words.social.none,
      { setting: sampleProfile?.key ?? SOCIAL[0] },
      { isOptional: !sampleProfile },
    ),
    business(
      "logo",
      facts.logo === header.brand.logo_image && words.logo.sample,
      { setting: "logo" },
      { isOptional: true },
    ),
    content("samples", facts.samples !== "" && words.samples.sample(facts.samples), {
      intent: REMOVE_SAMPLES,
    }),
    content("dates", settings.blog_date_display !== "published" && words.dates.sample, {
      intent: SHOW_DATES,
    }),
    // The CEO is stored as several texts, the other members as one list.
    content(
      "team",
      invented > 0 && words.team.sample(people),
      SAMPLE_PEOPLE.has(leader) ? { page: "team" } : { text: "team:members:items" },
    ),
    content(
      "legal",
      builtInLegal.length > 0
        ? words.legal.sample(legal)
        : exampleLegal.length > 0 && words.legal.example(exampleLegal.map(({ title }) => title).join(", ")),
      { text: (builtInLegal[0] ?? exampleLegal[0])?.edit ?? "privacy:content:html" },
    ),
    content(
      "photos",
      !facts.hasPhotos && words.photos.sample,
      { text: "team:leadership:image" },
      { isOptional: true },
    ),
    server("siteUrl", localUrl !== null && words.siteUrl.sample(localUrl), null, {
      developer: words.siteUrl.developer(localUrl ?? ""),
    }),
    ...(isSampleRecipient
      ? [server("notifications", words.notifications.recipient, null, words.notifications)]
      : []),
    server("password", isShort && words.password.sample(PASSWORD_CHARS), null, {
      developer: words.password.developer(PASSWORD_CHARS),
    }),
    server("searchEngines", !facts.searchEngines && words.searchEngines.sample, null, words.searchEngines),
    server("backups", backups !== "elsewhere" && words.backups[backups], null, words.backups),
    ...(updatesFrom === null
      ? []
      : [server("updates", words.updates.ask(updatesFrom), null, { isOptional: true })]),
  ];
}

type StepWords = { title: string; button?: string; tick?: string; untick?: string };

function unlessOwn(value: string, sample: RegExp, words: { sample: string; none: string }) {
  if (!value.trim()) return words.none;
  return sample.test(value.trim()) && words.sample;
}

const isSample = (email: string) => SAMPLE_EMAIL.test(email.trim().replace(/>$/, ""));

function isAtExample(url: string) {
  const host = URL.parse(url)?.hostname ?? "";
  return /(^|\.)example\.(com|net|org)$/.test(host);
}
