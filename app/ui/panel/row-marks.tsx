import { changes } from "../../copy/panel/changes.ts";

/** `pending` is null without a draft, a time if the draft is scheduled, otherwise empty. */
export type RowMarks = { pending: string | null; isUnsaved: boolean };

export function MarkBadges({ pending, isUnsaved }: RowMarks) {
  return (
    <>
      {pending !== null && (
        <span className="badge badge--blue">
          {pending ? changes.status.scheduled(pending) : changes.badge}
        </span>
      )}
      <UnsavedMark isUnsaved={isUnsaved} />
    </>
  );
}

/** @param props.row `created` is when it was published: until then, it's moved to the first publish */
export function StatusBadges({
  row: { title, published, is_sample, pending, isUnsaved, created },
  at,
}: {
  row: RowMarks & { title: string; published: boolean; is_sample: boolean; created?: string };
  at: string;
}) {
  const { status } = changes;
  const said = published ? (pending === null ? status.published : status.changed) : status.draft;
  const label = pending ? status.scheduled(pending) : said;
  return (
    <span className="tbl__badges tbl__status">
      <span className="tags">
        {published ? (
          <a
            className={`badge badge--${pending === null ? "up" : "blue"}`}
            href={at}
            target="_blank"
            rel="noopener"
          >
            {label}
            <span className="sr">, view {title} on the site</span>
          </a>
        ) : (
          <span className={`badge badge--${pending ? "blue" : "warn"}`}>{label}</span>
        )}
        {is_sample && <span className="badge badge--line">Sample</span>}
      </span>
      {published && created && (
        <small className="subtle">
          <span className={pending ? undefined : "sr"}>{status.since} </span>
          {created}
        </small>
      )}
      <UnsavedMark isUnsaved={isUnsaved} />
    </span>
  );
}

const UnsavedMark = ({ isUnsaved }: Pick<RowMarks, "isUnsaved">) =>
  isUnsaved && <small className="subtle">{changes.status.unsaved}</small>;
