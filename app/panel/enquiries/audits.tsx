import { ExternalLink, RotateCw } from "lucide-react";
import { auditPart as words } from "../../copy/panel/audits.ts";
import type { DescribedFinding } from "../../features/audit/describe.ts";
import { useReadingAgain } from "../../ui/panel/reading-again.ts";
import type { ShownAudit } from "./audits.server.ts";

type Post = (values: Record<string, string>) => void;

const REFRESH_MS = 3_000;

export function Audits({
  audits,
  id,
  website,
  post,
}: {
  audits: ShownAudit[];
  id: string;
  website: string;
  post: Post;
}) {
  useReadingAgain(
    audits.some(({ isOpen }) => isOpen),
    REFRESH_MS,
  );
  return (
    <section className="audits" aria-labelledby="audits">
      <h3 id="audits">{words.title}</h3>
      {audits.map((audit) => (
        <One key={audit.id} audit={audit} post={post} />
      ))}
      <details className="audits__other" open={audits.length === 0 && website !== ""}>
        <summary>{audits.length === 0 ? words.first : words.other}</summary>
        <form
          key={audits.length}
          onSubmit={(event) => {
            event.preventDefault();
            const typed = String(new FormData(event.currentTarget).get("website") ?? "");
            post({ intent: "audit-other", id, website: typed });
          }}
        >
          <input
            className="input"
            name="website"
            inputMode="url"
            aria-label={words.otherLabel}
            placeholder={words.otherPlaceholder}
            defaultValue={audits.length === 0 ? website : ""}
            required
          />
          <button type="submit" className="btn btn--line">
            {words.check}
          </button>
        </form>
      </details>
    </section>
  );
}

function One({ audit, post }: { audit: ShownAudit; post: Post }) {
  const { id, host, state, reason, made, path, found, trouble, isOpen } = audit;
  return (
    <article className="audits__one" aria-label={words.made(host, made)}>
      <p>
        <b>
          {found
            ? found.score === null
              ? words.noScore
              : words.score(found.score)
            : describeState(state, reason)}
        </b>{" "}
        <small className="subtle">{words.made(host, made)}</small>
      </p>
      {trouble && <p>{trouble}</p>}
      {found && (
        <>
          <List title={words.fail} state="fail" findings={found.fail} />
          <List title={words.warn} state="warn" findings={found.warn} />
          {found.unchecked.length > 0 && (
            <details>
              <summary>{words.unchecked}</summary>
              <ul>
                {found.unchecked.map(({ why, rules }) => (
                  <li key={why}>
                    {rules.map(({ name }) => name).join(", ")}: {why}
                  </li>
                ))}
              </ul>
            </details>
          )}
          {!trouble && <p className="subtle">{words.others(found.pass.length, found.note.length)}</p>}
        </>
      )}
      <div className="btns">
        {!isOpen && reason !== "own-site" && (
          <button type="button" className="btn btn--line" onClick={() => post({ intent: "audit-again", id })}>
            <RotateCw className="i" aria-hidden />
            {words.again}
          </button>
        )}
        {path && (
          <a className="btn btn--ghost" href={path} target="_blank" rel="noopener">
            <ExternalLink className="i" aria-hidden />
            {words.openReport}
          </a>
        )}
      </div>
    </article>
  );
}

const describeState = (state: string, reason: string): string =>
  words.states[state as keyof typeof words.states] ??
  words.reasons[reason as keyof typeof words.reasons] ??
  state;

function List({
  title,
  state,
  findings,
}: {
  title: string;
  state: "fail" | "warn";
  findings: DescribedFinding[];
}) {
  if (!findings.length) return null;
  return (
    <details className={`audits__${state}`} open>
      <summary>
        {title} ({findings.length})
      </summary>
      <ul>
        {findings.map(({ id, name, found, todo }) => (
          <li key={id}>
            <b>{name}</b>: {found}
            <p>{todo}</p>
          </li>
        ))}
      </ul>
    </details>
  );
}
