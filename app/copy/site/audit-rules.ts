// The words of the audit's report: what each rule is called, what was found, and what to do about it, for the owner of a
// business. Never a word on rankings or traffic: nothing here can promise them.
import { pageRuleWords } from "./audit-rules.page.ts";
import { siteRuleWords } from "./audit-rules.site.ts";

/** By the ids of `features/audit/result.ts`, which says their weights and sources. */
export const ruleWords = { ...siteRuleWords, ...pageRuleWords };

/**
 * One sentence for a name that DNS does not know and for one that leads inside, here and below: the difference would tell
 * strangers which internal names this server can look up.
 */
const UNREACHED = "This URL couldn’t be reached from here.";
const NOWHERE = "We couldn’t find a public website at this URL. Check it for typos.";

/** Why a rule was not checked, by `value.why` of the finding. */
export const uncheckedWords = {
  page: "The page itself could not be read.",
  time: "The answer did not come in time.",
  protected: "The website’s protection turned our checker away. That says nothing about Google.",
  robots: "robots.txt asks programs not to read this.",
  script: "A browser builds the page with scripts, and we run none.",
  cut: "The page is so large that we read only its beginning.",
  unreachable: UNREACHED,
  refused: UNREACHED,
  unreadable: "What came back could not be read.",
  answer: "The website’s answer left it open.",
};

/** Why the page could not be read, by `trouble` of the result. */
export const troubleWords = {
  "unsupported-url":
    "We can only check public websites, on the usual ports and without a user name or password in the URL.",
  "refused-address": NOWHERE,
  "no-dns": NOWHERE,
  tls: "A secure connection to the website could not be set up, so we could not read it. Browsers may show a warning there.",
  "time-out": "The website did not answer within the time that we wait. It may be busy; we check it by hand.",
  "closed-to-us": "The website’s robots.txt asks our checker not to read it, and we keep to that.",
  protected:
    "The website’s protection turned our checker away, as it does with unknown programs. That says nothing about Google; we check it by hand.",
  "not-html": "At this address is a file, not a web page.",
  unreadable: "The website’s answer could not be read.",
  unreachable: "The website could not be reached from here. It may be down, or closed to our network.",
  "http-error": "The website answered with an error instead of a page.",
};
