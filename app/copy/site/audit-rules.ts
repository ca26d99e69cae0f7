// Text for the audit report, written for business owners. It never promises rankings or traffic.
import { pageRuleWords } from "./audit-rules.page.ts";
import { siteRuleWords } from "./audit-rules.site.ts";

/** Texts by rule ID; weights and sources are in `features/audit/result.ts`. */
export const ruleWords = { ...siteRuleWords, ...pageRuleWords };

/** Unknown and internal host names share a text, because different texts would reveal which internal names exist. */
const UNREACHED = "This URL couldn’t be reached from here.";
const NOWHERE = "We couldn’t find a public website at this URL. Check it for typos.";

/** Why a rule wasn't checked, by the finding's `value.why`. */
export const uncheckedWords = {
  page: "The page couldn’t be read.",
  time: "The website took too long to respond.",
  protected: "The website’s bot protection blocked our checker. It may still let Google in.",
  robots: "robots.txt asks crawlers not to read this.",
  script: "The page is built with JavaScript, which we don’t run.",
  cut: "The page is so large that we only read the first part.",
  unreachable: UNREACHED,
  refused: UNREACHED,
  unreadable: "The response couldn’t be read.",
  answer: "The website’s response was inconclusive.",
};

/** Why the page couldn't be checked, by the result's `trouble`. */
export const troubleWords = {
  "unsupported-url":
    "We can only check public websites that use standard ports and have no username or password in the URL.",
  "refused-address": NOWHERE,
  "no-dns": NOWHERE,
  tls: "We couldn’t establish a secure connection to the website. Browsers may show a warning there.",
  "time-out": "The website took too long to respond. We’ll check it by hand.",
  "closed-to-us": "The website’s robots.txt asks our checker not to read the site, so we didn’t.",
  protected:
    "The website’s bot protection blocked our checker. It may still let Google in. We’ll check it by hand.",
  "not-html": "This URL is a file, not a web page.",
  unreadable: "The website’s response couldn’t be read.",
  unreachable: "We couldn’t reach the website. It may be down, or it may block our network.",
  "http-error": "The website returned an error instead of a page.",
};
