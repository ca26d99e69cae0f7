// The launch checklist: remaining samples and server settings for trial use, derived from what's stored or marked by
// the owner.
import { BUILT_IN_SITE_TITLE } from "../../copy/business.ts";
import { firstSteps } from "../../copy/panel/first-steps.ts";
import { footer } from "../../copy/site/footer.ts";
import { header } from "../../copy/site/header.ts";
import { team } from "../../copy/site/team.ts";

/** What's stored, as visitors get it: the owner's value or the built-in one. */
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
  /** each place that contains the business address */
  addresses: { edit: string; text: string }[];
  leader: string;
  members: string[];
  /** whether anyone on the Team page has a photo */
  hasPhotos: boolean;
  /** legal pages that are still the built-in text */
  builtInLegal: { title: string; edit: string }[];
  /** legal pages that mention example.com */
  exampleLegal: { title: string; edit: string }[];
  hasMailServer: boolean;
  /** SITE_URL; null if it's publicly reachable */
  localUrl: string | null;
  leadsTo?: string;
  /** of ADMIN_PASSWORD, which nothing else checks; null if it isn't set */
  passwordChars: number | null;
  searchEngines: boolean;
  backups: "none" | "beside" | "elsewhere";
  hasSamples: boolean;
  /** ids of items marked as done */
  ticked: readonly string[];
};

/** The dashboard's action that shows publication dates. */
export const SHOW_DATES = "show-publication-dates";

/**
 * What an item's button opens: a setting or card, a text, or the dashboard's own card; or the action that it runs; null
 * for server settings, which have no button.
 */
export type FirstStepPlace =
  | { setting: string }
  | { text: string }
  | { here: string }
  | { intent: typeof SHOW_DATES }
  | null;

export type FirstStepId = keyof typeof firstSteps.steps;

export type FirstStep = {
  id: FirstStepId;
  title: string;
  isDone: boolean;
  /** marked as done by hand */
  isTicked: boolean;
  /** only the owner can tell: a business may have the sample's name */
  canBeTicked: boolean;
  /** optional: nothing on the site is wrong without it */
  isOptional: boolean;
  /** what's left to do; empty if it's done */
  text: string;
  button: string;
  place: FirstStepPlace;
};

/** Items that the site itself can check. */
const CHECKED_BY_SITE = new Set<FirstStepId>([
  ...(["email", "mailServer", "samples"] as const),
  ...(["siteUrl", "leadsTo", "password", "searchEngines"] as const),
]);

/** Items that only the owner can judge. */
export const TICKABLE_STEPS = (Object.keys(firstSteps.steps) as FirstStepId[]).filter(
  (id) => !CHECKED_BY_SITE.has(id),
);

/** OWASP's minimum for a password that's the only protection. */
export const PASSWORD_CHARS = 12;

const SAMPLE_NAME = BUILT_IN_SITE_TITLE;
const SAMPLE_EMAIL = /@example\.com$/i;
/** The sample content's phone number in any spelling. */
const SAMPLE_PHONE = /212\D*555\D*0142\D*$/;
const SAMPLE_STREET = footer.contact.address_lines[0]!.split(",")[0]!;
const SAMPLE_PEOPLE = new Set([team.leadership.name, ...team.members.items.map(({ name }) => name)]);
const SOCIAL = ["facebook_url", "instagram_url", "linkedin_url", "youtube_url"] as const;

/**
 * Returns all items in order of importance, each done or open.
 * @param facts what's stored now
 */
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
    step("team", invented > 0 && words.team.sample(people), {
      text: SAMPLE_PEOPLE.has(leader) ? "team:leadership:name" : "team:members:items",
    }),
    step(
      "legal",
      builtInLegal.length > 0
        ? words.legal.sample(legal)
        : exampleLegal.length > 0 && words.legal.example(exampleLegal.map(({ title }) => title).join(", ")),
      { text: (builtInLegal[0] ?? exampleLegal[0])?.edit ?? "privacy:content:html" },
    ),
    step("siteUrl", localUrl !== null && words.siteUrl.sample(localUrl), null),
    // If it isn't set, enquiries go to the contact email, which has its own item.
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
