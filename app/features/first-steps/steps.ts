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
  backups: "none" | "beside" | "elsewhere";
  hasSamples: boolean;
  ticked: readonly string[];
};

export const SHOW_DATES = "show-publication-dates";

/**
 * What a step's button does: opens a setting, text or page, scrolls to a section (`here`), or sends an intent. Null
 * if the step has no button.
 */
export type FirstStepPlace =
  | { setting: string }
  | { text: string }
  | { page: string }
  | { here: string }
  | { intent: typeof SHOW_DATES }
  | null;

export type FirstStepId = keyof typeof firstSteps.steps;

export type FirstStep = {
  id: FirstStepId;
  title: string;
  isDone: boolean;
  isTicked: boolean;
  /** only for steps that the site can't verify */
  canBeTicked: boolean;
  isOptional: boolean;
  /** the remaining work; empty if done */
  text: string;
  button: string;
  place: FirstStepPlace;
};

const CHECKED_BY_SITE = new Set<FirstStepId>([
  ...(["email", "mailServer", "samples"] as const),
  ...(["siteUrl", "leadsTo", "password", "searchEngines"] as const),
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

/** Returns all steps, most important first. */
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
  const { exampleLegal, localUrl, leadsTo, passwordChars, backups } = facts;
  const isShort = passwordChars !== null && passwordChars < PASSWORD_CHARS;

  const step = (
    id: FirstStep["id"],
    still: string | false,
    place: FirstStepPlace,
    isOptional = false,
  ): FirstStep => {
    const { title, button = "" }: { title: string; button?: string } = words[id];
    const canBeTicked = !CHECKED_BY_SITE.has(id);
    const isTicked = Boolean(still) && canBeTicked && facts.ticked.includes(id);
    const isDone = !still || isTicked;
    return {
      ...{ id, title, button, place, isOptional, isDone, isTicked, canBeTicked },
      text: isDone || !still ? "" : still,
    };
  };
  return [
    step("email", unlessOwn(contact_email, SAMPLE_EMAIL, words.email), { setting: "contact_email" }),
    step("phone", unlessOwn(phone_number, SAMPLE_PHONE, words.phone), { setting: "phone_number" }),
    step("address", street !== undefined && words.address.sample, {
      text: street?.edit ?? addresses[0]!.edit,
    }),
    isOldName
      ? step("name", words.name.description, { setting: "site_description" })
      : step("name", hasSampleName && words.name.sample, { setting: "site_title" }),
    step("mailServer", !facts.hasMailServer && words.mailServer.sample, { setting: "mail" }),
    // The CEO is stored as several texts, the other members as one list.
    step(
      "team",
      invented > 0 && words.team.sample(people),
      SAMPLE_PEOPLE.has(leader) ? { page: "team" } : { text: "team:members:items" },
    ),
    step(
      "legal",
      builtInLegal.length > 0
        ? words.legal.sample(legal)
        : exampleLegal.length > 0 && words.legal.example(exampleLegal.map(({ title }) => title).join(", ")),
      { text: (builtInLegal[0] ?? exampleLegal[0])?.edit ?? "privacy:content:html" },
    ),
    step("siteUrl", localUrl !== null && words.siteUrl.sample(localUrl), null),
    // Without LEADS_TO, enquiries go to the contact email, which has its own step.
    ...(leadsTo === undefined
      ? []
      : [step("leadsTo", leadsTo.split(",").some(isSample) && words.leadsTo.sample, null)]),
    step("password", isShort && words.password.sample(PASSWORD_CHARS), null),
    step("searchEngines", !facts.searchEngines && words.searchEngines.sample, null),
    step("backups", backups !== "elsewhere" && words.backups[backups], null),
    step("dates", settings.blog_date_display !== "published" && words.dates.sample, { intent: SHOW_DATES }),
    step("samples", facts.hasSamples && words.samples.sample, { here: "samples" }),
    step(
      "social",
      sampleProfile ? words.social.sample : profiles.every(({ url }) => !url) && words.social.none,
      { setting: sampleProfile?.key ?? SOCIAL[0] },
      !sampleProfile,
    ),
    step("photos", !facts.hasPhotos && words.photos.sample, { text: "team:leadership:image" }, true),
    step("logo", facts.logo === header.brand.logo_image && words.logo.sample, { setting: "logo" }, true),
  ];
}

function unlessOwn(value: string, sample: RegExp, words: { sample: string; none: string }) {
  if (!value.trim()) return words.none;
  return sample.test(value.trim()) && words.sample;
}

const isSample = (email: string) => SAMPLE_EMAIL.test(email.trim().replace(/>$/, ""));

function isAtExample(url: string) {
  const host = URL.parse(url)?.hostname ?? "";
  return /(^|\.)example\.(com|net|org)$/.test(host);
}
