// The request bodies by format. Visitors' text is only ever a JSON value that the receiver shows as plain text.
import { webhookWords } from "../../app/copy/panel/webhooks.ts";
import { ENQUIRY_FORMS, ENQUIRY_STATUSES } from "../../app/features/enquiry-table/statuses.ts";
import type { WebhookFormat } from "../../app/features/webhooks/rules.ts";
import type { Facts } from "./facts.ts";

/** Teams allows 28 kB in a message, Slack 3,000 characters in a block. */
const SHOWN_MAX = 2_000;
const SLACK_MAX = 2_900;

/** Returns the JSON to send. The same facts give the same body. */
export function composeBody(
  format: WebhookFormat,
  facts: Facts,
  site: { url: string; title: string },
): string {
  const composed = {
    standard: () => ({
      type: facts.event,
      timestamp: facts.at.toISOString(),
      data: { ...facts.data, ...(facts.person && { person: facts.person }) },
    }),
    slack: () => composeSlack(facts),
    teams: () => composeTeams(facts),
    "hubspot-form": () => composeHubspot(facts, site),
  };
  return JSON.stringify(composed[format]());
}

const { events, message: words } = webhookWords;
const named = (names: Record<string, string>, code = "") => names[code] ?? code;
const headline = ({ event }: Facts) => named({ ...events, test: webhookWords.test }, event);
/** Cuts a text, but no character in half. */
const cut = (text: string, max: number) => text.slice(0, max).replace(/[\uD800-\uDBFF]$/, "");

/** Returns what there is to show, each with its label. */
function shown({ data, person }: Facts): string[] {
  const stage = (code?: string) => named(ENQUIRY_STATUSES, code);
  const { form, from, to, status, services, source, page, value, audit } = data;
  const all = {
    form: named(ENQUIRY_FORMS, form),
    status: from ? `${stage(from)} → ${stage(to)}` : stage(status),
    services: services?.join(", "),
    ...{ source, page },
    value: value && `$${value.amount.toLocaleString("en-US")}`,
    score: audit && String(audit.score ?? ""),
    ...person,
  };
  return Object.entries(all).flatMap(([name, text]) =>
    text ? [`${named(words, name)}: ${cut(text, SHOWN_MAX)}`] : [],
  );
}

const escapeSlack = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Only our own words are in `text`, which notifications show and Slack scans for mentions. */
function composeSlack(facts: Facts) {
  const title = headline(facts);
  const text = cut(shown(facts).join("\n"), SLACK_MAX);
  return {
    text: title,
    blocks: [
      {
        type: "section",
        text: {
          type: "mrkdwn",
          verbatim: true,
          text: `*<${escapeSlack(facts.data.url)}|${escapeSlack(title)}>*`,
        },
      },
      ...(text ? [{ type: "section", text: { type: "plain_text", emoji: false, text } }] : []),
    ],
  };
}

/** Text runs, unlike text blocks, have no Markdown. */
function composeTeams(facts: Facts) {
  const run = (text: string, weight = "Default") => ({
    type: "RichTextBlock",
    inlines: [{ type: "TextRun", text, weight }],
  });
  const content = {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.4",
    body: [run(headline(facts), "Bolder"), ...shown(facts).map((line) => run(line))],
    actions: [{ type: "Action.OpenUrl", title: words.open, url: facts.data.url }],
  };
  return {
    type: "message",
    attachments: [{ contentType: "application/vnd.microsoft.card.adaptive", contentUrl: null, content }],
  };
}

/** HubSpot's contact properties. Empty ones are left out, because HubSpot rejects a form without a required field. */
function composeHubspot({ data, person }: Facts, site: { url: string; title: string }) {
  const { name = "", email = "", phone = "", website = "", message = "" } = person ?? {};
  const [firstname = "", ...rest] = name.split(/\s+/);
  const fields = { email, firstname, lastname: rest.join(" "), phone, website, message };
  return {
    fields: Object.entries(fields).flatMap(([name, value]) =>
      value ? [{ objectTypeId: "0-1", name, value }] : [],
    ),
    context: { pageUri: site.url + (data.page ?? ""), pageName: site.title },
  };
}
