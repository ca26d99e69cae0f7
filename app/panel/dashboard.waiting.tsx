import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { backups as backupWords } from "../copy/backups.ts";
import { dashboard as words } from "../copy/dashboard.ts";
import { ENQUIRY_FORMS, type EnquiryForm } from "../features/enquiries/statuses.ts";
import type { Route } from "./+types/dashboard";
import { plural } from "./dashboard.cards.tsx";

type Loaded = Route.ComponentProps["loaderData"];

const ENQUIRIES = href("/admin-control-panel-seoprozone/enquiries");

/** New enquiries, those first that have waited longest, each with what is left of the promised 24 hours. */
export function Waiting({ waiting }: { waiting: Loaded["waiting"] }) {
  const { rows, total, overdue } = waiting;
  return (
    <section className="card waits" aria-labelledby="waiting">
      <div className="box__h">
        <div>
          <h2 id="waiting">{words.waiting.title}</h2>
          <p className="subtle xs">
            {total
              ? `${plural(total, "new enquiry", "new enquiries")}, ${overdue.toLocaleString("en-US")} overdue. ${words.waiting.promise}`
              : words.waiting.none}
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

type UpkeepProps = { mail: Loaded["mail"]; deleted: number; backups: string[] };

/** Mail that waits or was refused, what can be brought back, and the last good backup. */
export function Upkeep({ mail, deleted, backups }: UpkeepProps) {
  const number = (count: number) => count.toLocaleString("en-US");
  return (
    <section className="card box" aria-labelledby="upkeep">
      <div className="box__h">
        <h2 id="upkeep">{words.mail.title}</h2>
      </div>
      {mail.waiting + mail.refused === 0 && <p className="muted">{words.mail.none}</p>}
      {mail.waiting > 0 && <p>{words.mail.waiting(number(mail.waiting))}</p>}
      {mail.refused > 0 && <p>{words.mail.refused(number(mail.refused))}</p>}
      <h2 className="box__next">{words.deleted.title}</h2>
      <p className={deleted ? undefined : "muted"}>
        {deleted ? words.deleted.some(number(deleted)) : words.deleted.none}
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
