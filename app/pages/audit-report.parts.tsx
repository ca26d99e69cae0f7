import { CircleAlert, CircleCheck, CircleHelp, ExternalLink, Info, TriangleAlert } from "lucide-react";
import { Fragment } from "react";
import { fill } from "../copy/site/fill.ts";
import type { DescribedAudit, DescribedFinding } from "../features/audit/describe.ts";
import type { AuditTexts } from "./audit-report.tsx";

type ReportTexts = AuditTexts["report"];

const GOOD_SCORE = 80;
const LOW_SCORE = 50;
const toneOf = (score: number) => (score >= GOOD_SCORE ? "up" : score >= LOW_SCORE ? "warn" : "down");

/**
 * Renders what was found, then the score and the groups. A script copies the `data-check` element into the form that
 * requested the audit.
 */
export function ScoreCard({ texts, found }: { texts: AuditTexts; found: DescribedAudit }) {
  const { report } = texts;
  return (
    <div className="card report__card" data-check>
      <div>
        <Verdict texts={report} found={found} />
        {found.score === null ? (
          <p className="report__none">{report.no_score}</p>
        ) : (
          <p className="report__score">
            <span className="muted">{report.score_label}</span>{" "}
            <b className="num">
              {found.score}
              <small>/100</small>
            </b>
          </p>
        )}
        <p className="xs subtle">{report.score_note}</p>
      </div>
      <ul className="report__groups">
        {found.groups.map(({ group, score }) => (
          <li key={group}>
            <span>{texts.groups[group]}</span>
            <u aria-hidden="true">
              {score !== null && <i className={`report__${toneOf(score)}`} style={{ width: `${score}%` }} />}
            </u>
            <b className="num">{score ?? <small>{report.unchecked_group}</small>}</b>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Renders the number of errors, or of warnings if there are no errors. */
function Verdict({ texts, found: { fail, warn, pass } }: { texts: ReportTexts; found: DescribedAudit }) {
  const errors = countOf(fail.length, texts.error_count_one, texts.error_count);
  const warnings = countOf(warn.length, texts.warning_count_one, texts.warning_count);
  if (errors || warnings)
    return (
      <p className="report__verdict">
        <b className={errors ? "report__down" : "report__warn"}>{errors ?? warnings}</b>{" "}
        {errors && warnings && <span className="report__warn">{warnings}</span>}
      </p>
    );
  return pass.length ? <p className="report__verdict report__up">{texts.nothing}</p> : null;
}

const countOf = (count: number, one: string, many: string) =>
  count ? fill(count === 1 ? one : many, { count }) : null;

export function PageRead({
  texts,
  page,
}: {
  texts: ReportTexts;
  page: { address: string; title: string; description: string; h1: string };
}) {
  const rows = [
    [texts.address_label, page.address],
    [texts.read_title_label, page.title],
    [texts.description_label, page.description],
    [texts.h1_label, page.h1],
  ];
  return (
    <section>
      <h2 className="h3">{texts.page_title}</h2>
      <dl className="report__page">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={value ? undefined : "subtle"}>{value || texts.missing}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export const ICONS = { fail: CircleAlert, warn: TriangleAlert, pass: CircleCheck, note: Info };

export function Findings({ texts, found }: { texts: ReportTexts; found: DescribedAudit }) {
  const { fail, warn, pass, note, unchecked } = found;
  return (
    <>
      <Group title={texts.fail_title} state="fail" findings={fail} texts={texts} />
      <Group title={texts.warn_title} state="warn" findings={warn} texts={texts} />
      {pass.length > 0 && (
        <details className="report__folded">
          <summary className="h3">
            {texts.pass_title} <span className="badge badge--up">{pass.length}</span>
          </summary>
          <List state="pass" findings={pass} texts={texts} />
        </details>
      )}
      <Group title={texts.note_title} state="note" findings={note} texts={texts} />
      {unchecked.length > 0 && (
        <section>
          <h2 className="h3">{texts.unchecked_title}</h2>
          <ul className="report__findings">
            {unchecked.map(({ why, rules }) => (
              <li key={why}>
                <CircleHelp className="i subtle" aria-hidden="true" />
                <div>
                  <b>{why}</b>
                  <p className="small muted">
                    {rules.map(({ id, name }, i) => (
                      <Fragment key={id}>
                        {i > 0 && ", "}
                        <span data-rule={id} data-state="unchecked">
                          {name}
                        </span>
                      </Fragment>
                    ))}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

type State = keyof typeof ICONS;

function Group(props: { title: string; state: State; findings: DescribedFinding[]; texts: ReportTexts }) {
  const { title, findings } = props;
  if (!findings.length) return null;
  return (
    <section>
      <h2 className="h3">
        {title} <span className={`badge badge--${TONES[props.state]}`}>{findings.length}</span>
      </h2>
      <List {...props} />
    </section>
  );
}

export const TONES: Record<State, string> = { fail: "down", warn: "warn", pass: "up", note: "line" };

function List({
  state,
  findings,
  texts,
}: {
  state: State;
  findings: DescribedFinding[];
  texts: ReportTexts;
}) {
  const Icon = ICONS[state];
  const asks = state === "fail" || state === "warn";
  return (
    <ul className="report__findings">
      {findings.map(({ id, name, found, todo, source }) => (
        <li key={id} id={id} data-rule={id} data-state={state}>
          <Icon className={`i report__${TONES[state]}`} aria-hidden="true" />
          <div>
            <b>{name}</b>
            <p>{found}</p>
            {asks && (
              <p className="report__todo">
                <b>{texts.todo_label}:</b> {todo}{" "}
                <a href={source} rel="noopener noreferrer nofollow" target="_blank">
                  {new URL(source).hostname}
                  <ExternalLink className="i i-sm" aria-hidden="true" />
                </a>
              </p>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

export function AuditLimits({ texts: { limits, report } }: { texts: AuditTexts }) {
  return (
    <section>
      <h2 className="h3">{limits.title}</h2>
      <ul className="report__limits">
        {limits.items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <p>
        <a href={report.method_href}>{report.method_label}</a>
      </p>
    </section>
  );
}
