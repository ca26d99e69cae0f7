import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { counted } from "../../copy/counted.ts";
import { backups as backupWords } from "../../copy/panel/backups.ts";
import { dashboard as words } from "../../copy/panel/dashboard.ts";
import { saidWords } from "../../copy/panel/mail.ts";
import { siteCheck } from "../../copy/panel/site-check.ts";
import { mailCount } from "../../features/enquiries/mail-counts.ts";
import { ENQUIRY_FORMS, type EnquiryForm } from "../../features/enquiries/statuses.ts";
import { Trouble } from "../../ui/panel/trouble.tsx";
import type { Route } from "./+types/tab";

type Loaded = Route.ComponentProps["loaderData"];

const ENQUIRIES = href("/admin-control-panel-seoprozone/enquiries");

const SETTINGS = href("/admin-control-panel-seoprozone/settings");

/** New enquiries, those first that have waited longest, each with what is left of the promised 24 hours. */
export function Waiting({ waiting, setAside }: Pick<Loaded, "waiting" | "setAside">) {
  const { rows, total, overdue } = waiting;
  return (
    <section className="card waits" aria-labelledby="waiting">
      <div className="box__h">
        <div>
          <h2 id="waiting">{words.waiting.title}</h2>
          <p className="subtle xs">
            {total
              ? `${counted(total, "new enquiry", "new enquiries")}, ${overdue.toLocaleString("en-US")} overdue. ${words.waiting.promise}`
              : words.waiting.none}
            {setAside > 0 && (
              <>
                {" "}
                <Link to={{ pathname: ENQUIRIES, search: "?status=spam" }}>
                  {words.waiting.setAside(setAside.toLocaleString("en-US"))}
                </Link>
              </>
            )}
          </p>
        </div>
        <Link className="more" to={ENQUIRIES}>
          {words.waiting.inbox}
          <ArrowRight className="i" aria-hidden />
        </Link>
      </div>
      {rows.length > 0 && (
        <table className="tbl tbl--cards">
          <caption className="sr">{words.waiting.title}</caption>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Wants</th>
              <th scope="col">Form</th>
              <th scope="col">Answer</th>
              <th scope="col">Received</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <td className="tbl__main">
                  <Link className="waits__name" to={{ pathname: ENQUIRIES, search: `?open=${row.id}` }}>
                    {row.name}
                  </Link>
                </td>
                <td data-l="Wants" className="tbl__text">
                  {row.services.join(", ") || "Not said"}
                </td>
                <td data-l="Form" className="muted">
                  {ENQUIRY_FORMS[row.form_type as EnquiryForm]}
                </td>
                <td data-l="Answer">
                  <span className={`badge badge--${row.wait.tone}`}>{row.wait.words}</span>
                </td>
                <td data-l="Received" className="subtle">
                  {row.received}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** Posts and case studies that no visitor sees yet, the ones changed last first. */
export function Drafts({ drafts }: { drafts: Loaded["drafts"] }) {
  const blog = href("/admin-control-panel-seoprozone/blog");
  const cases = href("/admin-control-panel-seoprozone/case-studies");
  const { posts, caseStudies } = drafts;
  return (
    <section className="card box" aria-labelledby="drafts">
      <div className="box__h">
        <h2 id="drafts">{words.drafts.title}</h2>
      </div>
      {posts.matching + caseStudies.matching === 0 && <p className="muted">{words.drafts.none}</p>}
      <ul className="rows">
        {posts.rows.map(({ id, title, changed }) => (
          <Row key={id} to={`${blog}?edit=${id}`} name={title}>
            {words.drafts.post}, {changed}
          </Row>
        ))}
        {caseStudies.rows.map(({ id, title, changed }) => (
          <Row key={id} to={`${cases}?edit=${id}`} name={title}>
            {words.drafts.caseStudy}, {changed}
          </Row>
        ))}
      </ul>
      {posts.matching > posts.rows.length && (
        <Link className="more" to={`${blog}?status=draft`}>
          {words.drafts.allPosts} ({posts.matching.toLocaleString("en-US")})
        </Link>
      )}
      {caseStudies.matching > caseStudies.rows.length && (
        <Link className="more" to={`${cases}?status=draft`}>
          {words.drafts.allCaseStudies} ({caseStudies.matching.toLocaleString("en-US")})
        </Link>
      )}
    </section>
  );
}

function Row({ to, name, children }: { to: string; name: string; children: ReactNode }) {
  return (
    <li>
      <Link to={to}>{name}</Link>
      <small className="subtle">{children}</small>
    </li>
  );
}

type UpkeepProps = Pick<Loaded, "mail" | "site" | "deleted"> & { backups: string[] };

/** Mail that waits or was refused and why, what the site's check found, what can be brought back, and the last good backup. */
export function Upkeep({ mail, site, deleted, backups }: UpkeepProps) {
  return (
    <section className="card box" aria-labelledby="upkeep">
      <div className="box__h">
        <h2 id="upkeep">{words.mail.title}</h2>
      </div>
      <Mail {...mail} />
      <SiteCheck site={site} />
      <h2 className="box__next">{words.deleted.title}</h2>
      <p className={deleted ? undefined : "muted"}>
        {deleted ? words.deleted.some(deleted.toLocaleString("en-US")) : words.deleted.none}
      </p>
      {deleted > 0 && (
        <Link className="more" to={href("/admin-control-panel-seoprozone/deleted")}>
          {words.deleted.open}
          <ArrowRight className="i" aria-hidden />
        </Link>
      )}
      <h2 className="box__next">{backupWords.title}</h2>
      {backups.map((line) => (
        <p key={line} className="muted">
          {line}
        </p>
      ))}
    </section>
  );
}

/** What there is to mend on the site, in one line. */
function SiteCheck({ site }: Pick<Loaded, "site">) {
  const found = siteCheck.counts(site);
  const { title, never, none, open, openNever } = siteCheck.dashboard;
  return (
    <>
      <h2 className="box__next">{title}</h2>
      <p className={found ? undefined : "muted"}>{found || (site.last ? none : never)}</p>
      <Link className="more" to={href("/admin-control-panel-seoprozone/pages/check")}>
        {site.last ? open : openNever}
        <ArrowRight className="i" aria-hidden />
      </Link>
    </>
  );
}

function Mail({ waiting, refused, hasSent, trouble, needsAddress, needsServer }: Loaded["mail"]) {
  const isDone = waiting + refused === 0;
  return (
    <div className="mails">
      {isDone && <p className="muted">{hasSent ? words.mail.none : words.mail.neverDue}</p>}
      {waiting > 0 && <p>{words.mail.waiting(mailCount(waiting))}</p>}
      {refused > 0 && <p>{words.mail.refused(mailCount(refused))}</p>}
      {trouble && <Trouble {...trouble} summary={saidWords} />}
      {trouble?.enquiry && (
        <Link className="more" to={{ pathname: ENQUIRIES, search: `?open=${trouble.enquiry}` }}>
          {words.mail.seeEnquiry}
          <ArrowRight className="i" aria-hidden />
        </Link>
      )}
      {needsAddress && <p>{words.mail.noAddress}</p>}
      {needsAddress && <Link to={`${SETTINGS}#contact_email`}>{words.mail.enterAddress}</Link>}
      {needsServer && <p>{words.mail.noServer}</p>}
      {needsServer && <Link to={`${SETTINGS}#mail`}>{words.mail.seeServer}</Link>}
    </div>
  );
}
