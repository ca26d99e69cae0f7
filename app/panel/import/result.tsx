// Renders an import's stored items, next steps, and the check of all old URLs.
import { href, Link } from "react-router";
import { importWords as words } from "../../copy/panel/import.ts";
import { Facts } from "../../ui/panel/facts.tsx";
import { useSaveFetcher } from "../../ui/panel/row-action.ts";
import { Findings } from "./report.tsx";
import type { OpenImport } from "./tab.tsx";

type ResultData = NonNullable<OpenImport["result"]>;

export function Result({ open, result }: { open: OpenImport; result: ResultData }) {
  const { stored: text } = words;
  const { id, published, drafts, state, unpublished } = open;
  const remove = useSaveFetcher();
  const draft = useSaveFetcher();
  const count = (kind: string, state: string) =>
    result.counts.find((one) => one.kind === kind && one.state === state)?.count ?? 0;
  const rows = (kind: string) =>
    Object.entries(text.counts).map(([state, label]): [string, string] => [
      label,
      String(count(kind, state) || ""),
    ]);
  const changes = href("/admin-control-panel-seoprozone/changes");
  const isStored = state === "stored";
  const hasAdded = result.counts.some(({ state }) => state === "added" || state === "updated");
  const isKnown = count("record", "unchanged") > 0 && count("record", "failed") === 0;
  const nothing = !isKnown ? text.noneAdded : unpublished.length ? text.unpublished : text.nothing;
  return (
    <>
      <section className="card box import__part" aria-labelledby="stored">
        <h2 id="stored">{isStored ? text.title : words.past.states[state]}</h2>
        {isStored && (
          <p role="status">
            {published ? text.published : drafts ? text.pending : hasAdded ? text.notDrafted : nothing}
          </p>
        )}
        {isStored && !drafts && !hasAdded && (
          <ul>
            {unpublished.map((one) => (
              <li key={one.id}>
                <Link to={`?id=${one.id}`}>{one.label}</Link>
              </li>
            ))}
          </ul>
        )}
        {(["record", "image", "redirect"] as const)
          .filter((kind) => result.counts.some((one) => one.kind === kind))
          .map((kind) => (
            <div key={kind} className="import__kind">
              <h3>{text.kinds[kind]}</h3>
              <Facts className="dl import__facts" rows={rows(kind)} />
            </div>
          ))}
        <Findings title={text.failed} list={result.failed} />
        {count("image", "failed") > 0 && <p className="subtle">{text.retryImages}</p>}
        <div className="import__acts">
          {drafts && (
            <Link className="btn" to={`${changes}?drafts=${drafts}`}>
              {text.publish}
            </Link>
          )}
          {isStored && !published && !drafts && hasAdded && (
            <draft.Form method="post">
              <input type="hidden" name="id" value={id} />
              <button type="submit" name="intent" value="draft" className="btn">
                {text.draftAgain}
              </button>
            </draft.Form>
          )}
          {published && (
            <Link className="btn" to={`?id=${id}&check=0`}>
              {text.check}
            </Link>
          )}
          {!published && hasAdded && (
            <remove.Form method="post">
              <input type="hidden" name="id" value={id} />
              <button
                type="submit"
                name="intent"
                value="remove"
                className="btn btn--line"
                aria-describedby="remove"
              >
                {text.remove}
              </button>
            </remove.Form>
          )}
        </div>
        {!published && hasAdded && (
          <p className="subtle" id="remove">
            {text.removeAbout}
          </p>
        )}
      </section>
      {open.checked && <Checked id={id} checked={open.checked} />}
    </>
  );
}

function Checked({ id, checked }: { id: string; checked: NonNullable<OpenImport["checked"]> }) {
  const { stored: text } = words;
  const { from, next, total, ok, moved, problems } = checked;
  return (
    <section className="card box import__part" aria-labelledby="checked">
      <h2 id="checked">{text.check}</h2>
      <p role="status">
        {text.checked(from + 1, next, total)} {text.results(ok, moved, problems.length)}{" "}
        {!problems.length && text.allGood}
      </p>
      {problems.length > 0 && (
        <ul>
          {problems.map(({ path, to, status, end }) => (
            <li key={path}>
              {path} <b>{text.problem(status, to, end)}</b>
            </li>
          ))}
        </ul>
      )}
      {next < total && (
        <div className="import__acts">
          <Link className="btn btn--line" to={`?id=${id}&check=${next}`}>
            {text.next}
          </Link>
        </div>
      )}
    </section>
  );
}
