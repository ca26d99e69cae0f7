import {
  CircleAlert,
  CircleCheck,
  CircleHelp,
  ExternalLink,
  Lightbulb,
  type LucideIcon,
  SearchCheck,
  X,
} from "lucide-react";
import { type MouseEvent, type ReactNode, useEffect, useId, useState } from "react";
import { Link } from "react-router";
import { fetchJsonLoggedIn, type JsonReply } from "../../ui/panel/fetch-json.ts";
import { findField } from "../../ui/panel/find-field.ts";
import { IconButton } from "../../ui/panel/icon-button.tsx";
import type { Check, CheckId } from "./checks.ts";
import type { CheckState } from "./rule.ts";

/** Where to edit a checked text that isn't in the page's own form. */
export type CheckPlace = { id: CheckId; link?: string; label: string; to: string };

export type CheckReport = {
  path: string;
  checks: Check[];
  places: CheckPlace[];
  /** field names by check; null for a page without a form */
  editor: { to: string; fields: Partial<Record<CheckId, string>> } | null;
};

/**
 * Checks pages after they're saved.
 * @param from URL of the checks endpoint
 * @returns `check`, to call with a saved page's path, and the rendered `report`
 */
export function useSavedCheck(from: string): { check: (path: string) => void; report: ReactNode } {
  const [saved, setSaved] = useState<{ path: string; count: number }>();
  const check = (path: string) => setSaved((before) => ({ path, count: (before?.count ?? 0) + 1 }));
  const report = saved && (
    <div className="card report">
      <PageReport key={saved.count} from={from} path={saved.path} onClose={() => setSaved(undefined)} />
    </div>
  );
  return { check, report };
}

/**
 * Renders the "Check this page" button, which checks the published page, not unsaved changes.
 * @param props.isPublic adds a link to the page
 */
export function CheckThisPage({ from, path, isPublic }: { from: string; path: string; isPublic?: boolean }) {
  const [count, setCount] = useState(0);
  return (
    <div className="report full">
      <div className="report__h">
        <button type="button" className="btn btn--line" onClick={() => setCount(count + 1)}>
          <SearchCheck className="i" aria-hidden />
          Check this page
        </button>
        {isPublic && (
          <a className="btn btn--ghost" href={path} target="_blank" rel="noopener">
            <ExternalLink className="i" aria-hidden />
            View on site
          </a>
        )}
        <p className="hint">Checks the published page, without unsaved changes.</p>
      </div>
      {count > 0 && <PageReport key={count} from={from} path={path} />}
    </div>
  );
}

const STATES: Record<CheckState, { icon: LucideIcon; label: string }> = {
  broken: { icon: CircleAlert, label: "Error" },
  improve: { icon: Lightbulb, label: "Warning" },
  unchecked: { icon: CircleHelp, label: "Not checked" },
  good: { icon: CircleCheck, label: "Passed" },
};
const ORDER = Object.keys(STATES) as CheckState[];

const NOT_CHECKED = {
  loggedOut: "Your session has ended. Log in again to check the page.",
  failed: "The site didn't respond.",
};

function PageReport({ from, path, onClose }: { from: string; path: string; onClose?: () => void }) {
  const titleId = useId();
  const [tries, setTries] = useState(1);
  const [asked, setAsked] = useState<JsonReply<CheckReport> | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each retry sends a new request
  useEffect(() => {
    const asking = new AbortController();
    setAsked(null);
    fetchJsonLoggedIn<CheckReport>(`${from}?${new URLSearchParams({ path })}`, asking).then((reply) => {
      if (!asking.signal.aborted) setAsked(reply);
    });
    return () => asking.abort();
  }, [from, path, tries]);
  const report = asked?.answer;
  return (
    <section aria-labelledby={titleId}>
      <div className="report__h">
        <div role="status">
          <h2 id={titleId}>Publish checks</h2>
          <p>
            {report ? summaryOf(report.checks) : asked ? "Not checked:" : "Checking"}{" "}
            <span className="mono">{path}</span>
          </p>
        </div>
        {onClose && (
          <IconButton icon={X} title="Close" onClick={onClose}>
            Close the publish checks
          </IconButton>
        )}
      </div>
      {report && <Checks report={report} foldsGood={onClose !== undefined} />}
      {asked?.problem && (
        <div className="report__h">
          <p className="report__why" role="alert">
            {NOT_CHECKED[asked.problem]}
          </p>
          <button type="button" className="btn btn--line" onClick={() => setTries(tries + 1)}>
            Try again
          </button>
        </div>
      )}
    </section>
  );
}

function summaryOf(checks: readonly Check[]): string {
  const of = (state: CheckState) => checks.filter((check) => check.state === state).length;
  if (of("unchecked") === checks.length) return "Not checked:";
  const open = of("broken") + of("improve");
  return open ? `${open} ${open === 1 ? "issue" : "issues"} on` : "No issues on";
}

/** Renders a page's checks, issues first. */
export function Checks({ report, foldsGood = false }: { report: CheckReport; foldsGood?: boolean }) {
  const { checks } = report;
  const isUnread = checks.every(({ state }) => state === "unchecked");
  if (isUnread) return <p className="report__why">{checks[0]?.text}</p>;
  const sorted = [...checks].sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));
  if (!foldsGood) return <CheckList report={report} checks={sorted} />;
  const good = sorted.filter(({ state }) => state === "good");
  return (
    <>
      <CheckList report={report} checks={sorted.filter(({ state }) => state !== "good")} />
      {good.length > 0 && (
        <details className="report__folded">
          <summary>Passed ({good.length})</summary>
          <CheckList report={report} checks={good} />
        </details>
      )}
    </>
  );
}

function CheckList({ report: { places, editor }, checks }: { report: CheckReport; checks: Check[] }) {
  if (!checks.length) return null;
  return (
    <ul className="report__list">
      {checks.map(({ id, label, state, text, about = [] }) => {
        const { icon: Icon, label: said } = STATES[state];
        const own = places.filter((place) => place.id === id);
        const isElsewhere =
          about.length > 0 && about.every((link) => own.some((place) => place.link === link));
        const field = isElsewhere ? undefined : editor?.fields[id];
        return (
          <li key={id} className={`report__${state}`}>
            <Icon className="i" aria-hidden />
            <div>
              <b>{label}</b> <span className="report__state">{said}</span>
              <p>{text}</p>
              {own.map(({ link, label, to }) => (
                <p key={to + link}>
                  {link && `${link} is in `}
                  <Link to={to}>{label}</Link>
                </p>
              ))}
            </div>
            {editor && field && state !== "good" && <FieldLink to={editor.to} field={field} label={label} />}
          </li>
        );
      })}
    </ul>
  );
}

function FieldLink({ to, field, label }: { to: string; field: string; label: string }) {
  const stay = (event: MouseEvent<HTMLAnchorElement>) => {
    const form = event.currentTarget.closest("form");
    const control = form && findField(form, field);
    if (!control) return;
    event.preventDefault();
    control.focus();
  };
  return (
    <Link className="btn btn--line" to={`${to}#${field}`} onClick={stay}>
      Edit
      <span className="sr"> {label.charAt(0).toLowerCase() + label.slice(1)}</span>
    </Link>
  );
}
