import { SearchCheck } from "lucide-react";
import { useRef, useState } from "react";
import { href } from "react-router";
import { changes } from "../../copy/panel/changes.ts";
import { Checks } from "../../features/page-checks/report.tsx";
import { fetchJsonLoggedIn } from "../../ui/panel/fetch-json.ts";
import { PAGES_AT_ONCE } from "./check-limits.ts";
import type { CheckedPage, PendingChecks } from "./checks.ts";
import { Part } from "./part.tsx";
import type { CheckedRedirect } from "./redirect-checks.server.ts";

const words = changes.checks;

/** Shows page checks and SEO changes before drafts are published. */
export function CheckPages({ drafts }: { drafts: readonly string[] }) {
  const [state, setState] = useState<{ isBusy: boolean; found?: PendingChecks; isFailed?: boolean }>({
    isBusy: false,
  });
  /** The number of pages and redirects that were checked. */
  const done = useRef(0);
  /** @param before earlier results, if this continues after them */
  const check = async (before?: PendingChecks) => {
    setState({ isBusy: true, found: before });
    if (!before) done.current = 0;
    const query = new URLSearchParams({ drafts: drafts.join("."), from: String(done.current) });
    const address = `${href("/admin-control-panel-seoprozone/changes/checks")}?${query}`;
    const { answer } = await fetchJsonLoggedIn<PendingChecks>(address);
    if (answer) done.current += answer.pages.length + answer.redirects.length;
    const found = answer && before && !answer.refused ? joined(before, answer) : answer;
    setState({ isBusy: false, found: found ?? before, isFailed: !answer });
  };
  const { isBusy, found, isFailed } = state;
  const more = found?.more ?? 0;
  return (
    <Part
      title={words.title}
      about={words.about}
      control={
        <button type="button" className="btn btn--line" disabled={isBusy} onClick={() => check()}>
          {isBusy ? <span className="spin" aria-hidden /> : <SearchCheck className="i" aria-hidden />}
          {words.check}
        </button>
      }
    >
      <div role="status">
        {isFailed && <p className="error">{words.failed}</p>}
        {found?.refused && <p className="error">{found.refused}</p>}
        {found && !found.refused && (
          <p className="hint">{words.checked(found.pages.length, found.redirects.length, more)}</p>
        )}
      </div>
      {found?.pages.map((page) => (
        <Page key={page.path} page={page} />
      ))}
      {found && found.redirects.length > 0 && <Redirects checked={found.redirects} />}
      {found && more > 0 && (
        <p>
          <button type="button" className="btn btn--line" disabled={isBusy} onClick={() => check(found)}>
            {isBusy && <span className="spin" aria-hidden />}
            {words.next(Math.min(more, PAGES_AT_ONCE))}
          </button>
        </p>
      )}
    </Part>
  );
}

/** If a draft changed in the meantime, a page may be in both. */
const joined = (before: PendingChecks, next: PendingChecks): PendingChecks => ({
  ...next,
  pages: [...before.pages.filter(({ path }) => !next.pages.some((one) => one.path === path)), ...next.pages],
  redirects: [...before.redirects, ...next.redirects],
});

function Redirects({ checked }: { checked: readonly CheckedRedirect[] }) {
  const { title } = words.redirects;
  return (
    <section className="card report" aria-label={title}>
      <div className="report__h">
        <h3>{title}</h3>
      </div>
      <dl className="changes__search">
        {checked.map(({ from, says, isRight }) => (
          <div key={from}>
            <dt className="mono">{from}</dt>
            <dd className={isRight ? undefined : "error"}>{says}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Page({ page: { path, isNew, changes, checks } }: { page: CheckedPage }) {
  return (
    <section className="card report" aria-label={path}>
      <div className="report__h">
        <h3 className="mono">{path}</h3>
        {isNew && <span className="badge badge--up">{words.isNew}</span>}
      </div>
      <dl className="changes__search">
        {changes.length === 0 && (
          <div>
            <dt>{words.search}</dt>
            <dd>{words.nothing}</dd>
          </div>
        )}
        {changes.map(({ label, before, after }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="history__t">
              {before && <del>{before}</del>} {after && <ins>{after}</ins>}
            </dd>
          </div>
        ))}
      </dl>
      <Checks report={{ path, checks, places: [], editor: null }} />
    </section>
  );
}
