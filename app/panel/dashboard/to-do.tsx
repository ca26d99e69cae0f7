import { ArrowRight } from "lucide-react";
import { href, Link, type To } from "react-router";
import { counted } from "../../copy/counted.ts";
import { backups as backupWords } from "../../copy/panel/backups.ts";
import { dashboard as words } from "../../copy/panel/dashboard.ts";
import { serverReplyLabel } from "../../copy/panel/mail.ts";
import { siteCheck } from "../../copy/panel/site-check.ts";
import { ENQUIRY_FORMS, type EnquiryForm } from "../../features/enquiry-table/statuses.ts";
import { mailCount } from "../../features/mail/counts.ts";
import { type Column, Table } from "../../ui/panel/table.tsx";
import { Trouble } from "../../ui/panel/trouble.tsx";
import type { Route } from "./+types/tab";

type Loaded = NonNullable<Route.ComponentProps["loaderData"]["shown"]>;

const BLOG = href("/admin-control-panel-seoprozone/blog");
const CASE_STUDIES = href("/admin-control-panel-seoprozone/case-studies");
const ENQUIRIES = href("/admin-control-panel-seoprozone/enquiries");
const SETTINGS = href("/admin-control-panel-seoprozone/settings");

const COLUMNS: Column<Loaded["waiting"]["rows"][number]>[] = [
  {
    head: "Name",
    className: "tbl__main",
    cell: ({ id, name }) => (
      <Link className="awaiting__name" to={{ pathname: ENQUIRIES, search: `?open=${id}` }}>
        {name}
      </Link>
    ),
  },
  {
    ...{ head: "Interested in", className: "tbl__text" },
    // Audit requests store their goals in `message`.
    cell: ({ services, message }) => services.join(", ") || message || "Not given",
  },
  { head: "Form", className: "muted", cell: (row) => ENQUIRY_FORMS[row.form_type as EnquiryForm] },
  {
    head: "Reply",
    cell: ({ wait }) => <span className={`badge badge--${wait.tone}`}>{wait.words}</span>,
  },
  { head: "Received", className: "subtle", cell: ({ received }) => received },
];

const More = ({ to, children }: { to: To; children: string }) => (
  <Link className="more" to={to}>
    {children}
    <ArrowRight className="i" aria-hidden />
  </Link>
);

/** Renders new enquiries, oldest first, with the time left to reply within 24 hours. */
export function UnansweredEnquiries({ waiting, setAside }: Pick<Loaded, "waiting" | "setAside">) {
  const { rows, total, overdue, due } = waiting;
  return (
    <section className="card awaiting" aria-labelledby="waiting">
      <div className="box__h">
        <div>
          <h2 id="waiting">{words.waiting.title}</h2>
          <p className="subtle xs">
            {total
              ? `${counted(total, "new enquiry", "new enquiries")}, ${overdue.toLocaleString("en-US")} overdue. ${words.waiting.promise}`
              : words.waiting.none}
            {due > 0 && (
              <>
                {" "}
                <Link to={{ pathname: ENQUIRIES, search: "?status=today" }}>{words.waiting.due(due)}</Link>
              </>
            )}
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
        <More to={ENQUIRIES}>{words.waiting.inbox}</More>
      </div>
      {rows.length > 0 && (
        <Table caption={words.waiting.title} columns={COLUMNS} rows={rows} keyOf={({ id }) => id} />
      )}
    </section>
  );
}

/** Renders unpublished records, most recently changed first. */
export function Drafts({ drafts: { posts, caseStudies } }: Pick<Loaded, "drafts">) {
  const { post, caseStudy, allPosts, allCaseStudies } = words.drafts;
  const kinds = [
    { ...posts, tab: BLOG, one: post, all: allPosts },
    { ...caseStudies, tab: CASE_STUDIES, one: caseStudy, all: allCaseStudies },
  ];
  return (
    <section className="card box" aria-labelledby="drafts">
      <div className="box__h">
        <h2 id="drafts">{words.drafts.title}</h2>
      </div>
      {posts.matching + caseStudies.matching === 0 && <p className="muted">{words.drafts.none}</p>}
      <ul className="rows">
        {kinds.flatMap(({ rows, tab, one }) =>
          rows.map(({ id, title, changed }) => (
            <li key={id}>
              <Link to={`${tab}?edit=${id}`}>{title}</Link>
              <small className="subtle">
                {one}, {changed}
              </small>
            </li>
          )),
        )}
      </ul>
      {kinds.map(
        ({ rows, matching, tab, all }) =>
          matching > rows.length && (
            <Link key={tab} className="more" to={`${tab}?status=draft`}>
              {all} ({matching.toLocaleString("en-US")})
            </Link>
          ),
      )}
    </section>
  );
}

type UpkeepProps = Pick<Loaded, "mail" | "site" | "deleted"> & { backups: string[] };

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
      {deleted > 0 && <More to={href("/admin-control-panel-seoprozone/deleted")}>{words.deleted.open}</More>}
      <h2 className="box__next">{backupWords.title}</h2>
      {backups.map((line) => (
        <p key={line} className="muted">
          {line}
        </p>
      ))}
    </section>
  );
}

function SiteCheck({ site }: Pick<Loaded, "site">) {
  const found = siteCheck.counts(site);
  const { title, never, none, open, openNever } = siteCheck.dashboard;
  return (
    <>
      <h2 className="box__next">{title}</h2>
      <p className={found ? undefined : "muted"}>{found || (site.last ? none : never)}</p>
      <More to={href("/admin-control-panel-seoprozone/pages/check")}>{site.last ? open : openNever}</More>
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
      {trouble && <Trouble {...trouble} summary={serverReplyLabel} />}
      {trouble?.enquiry && (
        <More to={{ pathname: ENQUIRIES, search: `?open=${trouble.enquiry}` }}>{words.mail.seeEnquiry}</More>
      )}
      {needsServer && <p>{words.mail.noServer}</p>}
      {needsServer && <Link to={`${SETTINGS}#mail`}>{words.mail.seeServer}</Link>}
      {needsAddress && !needsServer && <p>{words.mail.noAddress}</p>}
      {needsAddress && !needsServer && (
        <Link to={`${SETTINGS}#contact_email`}>{words.mail.enterAddress}</Link>
      )}
    </div>
  );
}
