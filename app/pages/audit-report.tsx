// An audit report, at a secret URL that only the visitor who requested it gets; the panel links to it (decision 0051).
import { domainToUnicode } from "node:url";
import { ArrowRight } from "lucide-react";
import { data, type RouterContextProvider } from "react-router";
import { booking } from "../copy/enquiries.ts";
import { troubleWords } from "../copy/site/audit-rules.ts";
import { fill } from "../copy/site/fill.ts";
import { findService } from "../copy/site/service-catalog.ts";
import { describeResult } from "../features/audit/describe.ts";
import { type Audit, findAudit } from "../features/audit/queries.server.ts";
import { type AuditResult, isNowhere, serviceOf, worstOf } from "../features/audit/result.ts";
import { isOpen } from "../features/audit/states.ts";
import { pageMeta } from "../features/page-seo/meta.ts";
import { listPeople } from "../features/team/people.ts";
import { loadTexts, type Texts } from "../features/website-content/texts.server.ts";
import { ownerDb, visitorDb } from "../platform/http/context.server.ts";
import { ClosingCall } from "../ui/site/closing-call.tsx";
import type { Route } from "./+types/audit-report";
import { OfferCard } from "./audit-report.offer.tsx";
import { AuditLimits, Findings, PageRead, ScoreCard } from "./audit-report.parts.tsx";
import { loadFrame, shellReads } from "./frame.server.ts";

export type AuditTexts = Texts<"audit-method">;

/** If the report isn't ready, `server/app.ts` holds the request for a few seconds first. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const finding = findAudit(context.get(ownerDb), params.token);
  const reading = finding.then((audit) => (audit && !isOpen(audit.state) ? readOffer(context, audit) : null));
  const [frame, audit, offer] = await Promise.all([
    loadFrame(context, "audit-method", "/audit-method", reading),
    finding,
    reading,
  ]);
  const report = audit && reportOf(audit, frame.settings.time_zone);
  const { gone_title } = frame.texts.report_states;
  const title = report ? fill(titleOf(frame.texts, report), { host: report.host }) : gone_title;
  const head = {
    ...frame.head,
    title: `${title} | ${frame.settings.site_title}`,
    description: frame.settings.site_description ?? "",
    isIndexable: false,
    isFollowable: false,
    canonical: null,
  };
  const { site_title, phone_number, contact_email, booking_url: bookingUrl } = frame.settings;
  const contact = [site_title, phone_number, contact_email].filter(Boolean).join(", ");
  const { texts, images } = frame;
  const page = { head, texts, title, report, offer, contact, bookingUrl, images };
  return data(page, { status: report ? 200 : 404 });
}

/** Returns who answers, and the services that fix the worst findings. Prices are those of the services' own pages. */
async function readOffer(context: Readonly<RouterContextProvider>, { result }: Audit) {
  const slugs = new Set(worstOf(result ? findingsToShow(result) : []).map(({ id }) => serviceOf(id)));
  const names = [...slugs].map((slug) => `services/${slug}` as const);
  const texts = await loadTexts(context.get(visitorDb), ["team", ...names], shellReads(context).facts);
  const { name, position, image } = listPeople(texts.team)[0]!;
  const services = [...slugs].map((slug) => ({
    slug,
    name: findService(slug)!.name,
    price: texts[`services/${slug}`].hero.price,
  }));
  return { person: { name, position, image }, services };
}

export type Offer = Awaited<ReturnType<typeof readOffer>>;

/** `trouble` says why the page couldn't be read. */
type Report = NonNullable<ReturnType<typeof reportOf>>;

function reportOf({ host, url, state, result }: Audit, timeZone: string) {
  const shown = { host: nameOf(host), url, isOpen: isOpen(state), state };
  if (state !== "done" || !result) return { ...shown, found: null };
  const { finalUrl, title, description, h1, tookMs, trouble, checkedAt } = result;
  const found = {
    ...describeResult({ findings: findingsToShow(result) }),
    page: { address: finalUrl ?? url, title, description, h1 },
    trouble: trouble && troubleWords[trouble],
    date: new Date(checkedAt).toLocaleDateString("en-US", { dateStyle: "long", timeZone }),
    seconds: (tookMs / 1000).toFixed(1),
  };
  return { ...shown, found };
}

/**
 * Returns all findings or, if the page couldn't be read, only those of rules that were checked. Returns none if the URL
 * has no public website, so that the report doesn't reveal internal host names.
 */
function findingsToShow({ findings, trouble }: AuditResult) {
  if (!trouble) return findings;
  return isNowhere(trouble) ? [] : findings.filter(({ state }) => state !== "unchecked");
}

/** Adds the Unicode form of a host name to its DNS form. The Unicode form alone could imitate another host. */
function nameOf(host: string): string {
  const written = domainToUnicode(host);
  return written && written !== host ? `${host} (${written})` : host;
}

function titleOf({ report, report_states: states }: AuditTexts, { isOpen, state, found }: Report): string {
  if (isOpen) return states.waiting_title;
  if (found) return found.trouble ? states.trouble_title : report.title;
  return state === "skipped" ? states.skipped_title : states.failed_title;
}

export const headers = () => ({
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Robots-Tag": "noindex, nofollow",
});

export const meta = ({ loaderData }: Route.MetaArgs) => pageMeta(loaderData?.head);

export default function AuditReport({ loaderData }: Route.ComponentProps) {
  const { texts, title, report, offer, contact, bookingUrl } = loaderData;
  const { report_states: states } = texts;
  if (!report)
    return <Alone title={title} text={states.gone_text} href={states.gone_href} label={states.gone_button} />;
  if (report.isOpen)
    return <Alone title={title} text={states.waiting_text} href="" label={states.waiting_button} />;
  const { found } = report;
  const list = found && hasFindings(found) && found;
  const read = found && !found.trouble && found;
  return (
    <>
      <section className="hero hero--page">
        <div className="wrap report__head">
          <h1 className="h1">{title}</h1>
          {read && (
            <p className="lead">{fill(texts.report.checked, { date: read.date, seconds: read.seconds })}</p>
          )}
          <div className="report">
            {read ? (
              <ScoreCard texts={texts} found={read} />
            ) : (
              <div className={`card report__card${list ? "" : " report__card--whole"}`} data-check>
                {found?.trouble && <p>{found.trouble}</p>}
                <p>{states.by_hand}</p>
                <p>
                  <a href={states.retry_href}>{states.retry_button}</a>
                </p>
              </div>
            )}
            {offer && (
              <OfferCard
                texts={texts}
                offer={offer}
                worst={found?.worst ?? []}
                contact={contact}
                bookingUrl={bookingUrl}
              />
            )}
            {list && (
              <div className="report__list">
                <Findings texts={texts.report} found={list} />
                {read && <PageRead texts={texts.report} page={read.page} />}
                <AuditLimits texts={texts} />
              </div>
            )}
          </div>
        </div>
      </section>
      {found && found.worst.length > 0 && (
        <ClosingCall
          {...texts.report_cta}
          {...(bookingUrl && { secondary_label: booking.button, secondary_href: bookingUrl })}
          isPlain
          className="section closing"
        />
      )}
    </>
  );
}

const hasFindings = ({ fail, warn, pass, note, unchecked }: NonNullable<Report["found"]>) =>
  [fail, warn, pass, note, unchecked].some((list) => list.length > 0);

function Alone(props: { title: string; text: string; href: string; label: string }) {
  return (
    <section className="hero hero--alone">
      <div className="wrap">
        <h1 className="h1">{props.title}</h1>
        <p className="lead">{props.text}</p>
        <div className="btns hero__btns">
          <a className="btn btn--lg" href={props.href}>
            {props.label}
            <ArrowRight className="i i-arrow" aria-hidden="true" />
          </a>
        </div>
      </div>
    </section>
  );
}
