import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { href, Link, type To } from "react-router";
import { counted } from "../../copy/counted.ts";
import { backups as backupWords } from "../../copy/panel/backups.ts";
import { calendarWords } from "../../copy/panel/calendar.ts";
import { dashboard as words } from "../../copy/panel/dashboard.ts";
import { serverReplyLabel } from "../../copy/panel/mail.ts";
import { siteCheck } from "../../copy/panel/site-check.ts";
import { mailCount } from "../../features/mail/counts.ts";
import { settingPath } from "../../features/settings/subjects.ts";
import { useRowAction } from "../../ui/panel/row-action.ts";
import { Trouble } from "../../ui/panel/trouble.tsx";
import type { Route } from "./+types/tab";

type Loaded = NonNullable<Route.ComponentProps["loaderData"]["shown"]>;

const BLOG = href("/admin-control-panel-seoprozone/blog");
const CASE_STUDIES = href("/admin-control-panel-seoprozone/case-studies");
const ENQUIRIES = href("/admin-control-panel-seoprozone/enquiries");

const More = ({ to, children }: { to: To; children: string }) => (
  <Link className="more" to={to}>
    {children}
    <ArrowRight className="i" aria-hidden />
  </Link>
);

/** Renders new enquiries, oldest first, with the time left to reply within 24 hours, then follow-ups that are due. */
export function UnansweredEnquiries({ waiting, setAside }: Pick<Loaded, "waiting" | "setAside">) {
  const { rows, total, overdue, due } = waiting;
  return (
    <section className="card box awaiting" aria-labelledby="waiting">
      <div className="box__h">
        <h2 id="waiting">{words.waiting.title}</h2>
        <More to={ENQUIRIES}>{words.waiting.inbox}</More>
      </div>
      <p className="subtle xs">
        {total
          ? `${counted(total, "new enquiry", "new enquiries")}, ${overdue.toLocaleString("en-US")} overdue. ${words.waiting.promise}`
          : words.waiting.none}
        {due.total > 0 && (
          <>
            {" "}
            <Link to={{ pathname: ENQUIRIES, search: "?status=today" }}>{words.waiting.due(due.total)}</Link>
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
      <ul className="rows">
        {/* Audit requests store their goals in `message`. */}
        {rows.map(({ id, name, services, message, wait }) => (
          <Waiting key={id} {...{ id, name }} about={services.join(", ") || message || words.waiting.noWords}>
            <span className={`badge badge--${wait.tone}`}>{wait.words}</span>
          </Waiting>
        ))}
        {due.rows.map(({ id, name, services, day }) => (
          <Waiting key={id} {...{ id, name }} about={services.join(", ")}>
            <span className="badge badge--warn">{words.waiting.dueOn(day)}</span>
          </Waiting>
        ))}
      </ul>
    </section>
  );
}

function Waiting(props: { id: string; name: string; about: string; children: ReactNode }) {
  return (
    <li>
      <Link to={{ pathname: ENQUIRIES, search: `?open=${props.id}` }}>{props.name}</Link>
      {props.about && <small className="subtle">{props.about}</small>}
      {props.children}
    </li>
  );
}

/** Renders what will be published or reverted within a week. */
export function ThisWeek({ week }: Pick<Loaded, "week">) {
  const { title, none, after, more } = words.week;
  return (
    <section className="card box" aria-labelledby="week">
      <div className="box__h">
        <h2 id="week">{title}</h2>
      </div>
      {week.isQuiet && (
        <p className="muted">
          {none} {week.rows.length > 0 && after}
        </p>
      )}
      <ul className="rows">
        {week.rows.map(({ key, what, says }) => (
          <li key={key}>
            <b>{what}</b> <small className="subtle">{says}</small>
          </li>
        ))}
      </ul>
      {week.more > 0 && <p className="subtle xs">{more(week.more)}</p>}
      <More to={href("/admin-control-panel-seoprozone/changes/calendar")}>{calendarWords.title}</More>
    </section>
  );
}

/** Renders unpublished records, most recently changed first. */
export function Drafts({ drafts: { rows, posts, caseStudies } }: Pick<Loaded, "drafts">) {
  const { post, caseStudy, allPosts, allCaseStudies } = words.drafts;
  const all = [
    { count: posts, to: BLOG, label: allPosts },
    { count: caseStudies, to: CASE_STUDIES, label: allCaseStudies },
  ];
  return (
    <section className="card box" aria-labelledby="drafts">
      <div className="box__h">
        <h2 id="drafts">{words.drafts.title}</h2>
      </div>
      {rows.length === 0 && <p className="muted">{words.drafts.none}</p>}
      <ul className="rows">
        {rows.map(({ id, title, changed, isPost }) => (
          <li key={id}>
            <Link to={`${isPost ? BLOG : CASE_STUDIES}?edit=${id}`}>{title}</Link>
            <small className="subtle">
              {isPost ? post : caseStudy}, {changed}
            </small>
          </li>
        ))}
      </ul>
      {posts + caseStudies > rows.length && (
        <div className="btns">
          {all.map(
            ({ count, to, label }) =>
              count > 0 && (
                <Link key={to} className="more" to={`${to}?status=draft`}>
                  {label} ({count.toLocaleString("en-US")})
                </Link>
              ),
          )}
        </div>
      )}
    </section>
  );
}

type UpkeepProps = Pick<Loaded, "mail" | "site" | "deleted" | "updates"> & { backups: string[] };

/** Renders the state of emails, the site check, deleted records, backups and updates. */
export function Upkeep({ mail, site, deleted, backups, updates }: UpkeepProps) {
  const post = useRowAction();
  const found = siteCheck.counts(site);
  const { title, never, none, open, openNever } = siteCheck.dashboard;
  return (
    <section className="card box" aria-labelledby="upkeep">
      <div className="box__h">
        <h2 id="upkeep">{words.upkeep}</h2>
      </div>
      <div className="upkeep">
        <h3>{words.mail.title}</h3>
        <Mail {...mail} />
        <h3>{title}</h3>
        <p>
          {found || (site.last ? none : never)}{" "}
          <Link to={href("/admin-control-panel-seoprozone/pages/check")}>{site.last ? open : openNever}</Link>
        </p>
        <h3>{words.deleted.title}</h3>
        <p>
          {deleted ? words.deleted.some(deleted.toLocaleString("en-US")) : words.deleted.none}{" "}
          {deleted > 0 && (
            <Link to={href("/admin-control-panel-seoprozone/deleted")}>{words.deleted.open}</Link>
          )}
        </p>
        <h3>{backupWords.title}</h3>
        <p>{backups.join(" ")}</p>
        {updates && (
          <>
            <h3>{words.updates.title}</h3>
            <p>
              {updates.update ? words.updates.available(updates.update.version) : words.updates.none}{" "}
              <button
                type="button"
                className="upkeep__off"
                onClick={() => post({ intent: "untick-step", step: "updates" })}
              >
                {words.updates.off}
              </button>
            </p>
          </>
        )}
      </div>
    </section>
  );
}

function Mail({ waiting, refused, hasSent, trouble, needsAddress, needsServer }: Loaded["mail"]) {
  const isDone = waiting + refused === 0;
  return (
    <div className="mails">
      {isDone && <p>{hasSent ? words.mail.none : words.mail.neverDue}</p>}
      {waiting > 0 && <p>{words.mail.waiting(mailCount(waiting))}</p>}
      {refused > 0 && <p>{words.mail.refused(mailCount(refused))}</p>}
      {trouble && <Trouble {...trouble} summary={serverReplyLabel} />}
      {trouble?.enquiry && (
        <More to={{ pathname: ENQUIRIES, search: `?open=${trouble.enquiry}` }}>{words.mail.seeEnquiry}</More>
      )}
      {needsServer && <p>{words.mail.noServer}</p>}
      {needsServer && <Link to={settingPath("mail")}>{words.mail.seeServer}</Link>}
      {needsAddress && !needsServer && <p>{words.mail.noAddress}</p>}
      {needsAddress && !needsServer && (
        <Link to={settingPath("contact_email")}>{words.mail.enterAddress}</Link>
      )}
    </div>
  );
}
