import { Eye, Pencil, Trash2 } from "lucide-react";
import { Link } from "react-router";
import { changes } from "../../copy/panel/changes.ts";
import { history } from "../../copy/panel/history.ts";
import type { PendingField, PendingRecord } from "../../features/changes/show.server.ts";
import { FieldDifference } from "../../features/history/field-difference.tsx";
import { type Choice, ChooseBox } from "../../ui/panel/record-list.chosen.tsx";
import { SmallImage } from "../../ui/panel/small-image.tsx";
import { type ChangedPage, previewOf } from "./changed-page.ts";

const words = changes.item;

type Props = {
  record: PendingRecord;
  /** pages with the changes applied; for an image, every page that shows it */
  pages: readonly ChangedPage[];
  choice: Choice;
  onDrop: () => void;
  onSettle: (field: PendingField, keeps: "draft" | "live") => void;
};

/** Renders a draft next to the published version, field by field. */
export function PendingCard({ record, pages, choice, onDrop, onSettle }: Props) {
  const { kind, name, editor, draft, isNew, fields, text } = record;
  return (
    <li className="card">
      <div className="history__h">
        <div className="pick changes__who">
          <ChooseBox choice={choice} id={draft} name={name} />
          <h2>
            {name} <span className="subtle xs">{history.kinds[kind]}</span>{" "}
            {isNew && <span className="badge badge--up">{changes.checks.isNew}</span>}
          </h2>
        </div>
        <div className="btns">
          {editor && (
            <>
              {pages[0] && (
                <a
                  className="btn btn--ghost"
                  href={previewOf(choice.chosen, pages[0])}
                  target="_blank"
                  rel="noopener"
                >
                  <Eye className="i" aria-hidden />
                  <span className="sr-phone">{words.preview}</span>
                  <span className="sr"> {name}</span>
                </a>
              )}
              <Link className="btn btn--ghost" to={editor}>
                <Pencil className="i" aria-hidden />
                <span className="sr-phone">{words.edit}</span>
                <span className="sr"> {name}</span>
              </Link>
            </>
          )}
          <button type="button" className="btn btn--ghost" onClick={onDrop}>
            <Trash2 className="i" aria-hidden />
            <span className="sr-phone">{words.drop}</span>
            <span className="sr"> {name}</span>
          </button>
        </div>
      </div>
      {!editor && <p className="history__b">{words.gone}</p>}
      {editor && kind === "media" && <PagesOfImage pages={pages} chosen={choice.chosen} />}
      {text.map(({ name, label, image, lines, more }) => (
        <div className="history__b" key={name}>
          <div className="history__f">
            <h3>{label}</h3>
          </div>
          {image && <SmallImage src={image} width={160} height={100} />}
          {lines.length > 0 && <p className="history__t">{lines.join("\n")}</p>}
          {more > 0 && <p className="subtle xs">{words.moreLines(more)}</p>}
        </div>
      ))}
      {fields.map((field) => (
        <div className="history__b" key={field.name}>
          <div className="history__f">
            <h3>{field.label}</h3>
            {field.meeting === "same" && <span className="badge badge--line">{words.same}</span>}
          </div>
          {field.live ? (
            <Conflict field={field} live={field.live} onSettle={(keeps) => onSettle(field, keeps)} />
          ) : (
            <FieldDifference {...field} />
          )}
        </div>
      ))}
    </li>
  );
}

const NAMED_MAX = 10;

function PagesOfImage({ pages, chosen }: { pages: readonly ChangedPage[]; chosen: readonly string[] }) {
  if (!pages.length) return <p className="history__b subtle">{words.onNone}</p>;
  return (
    <p className="history__b changes__on">
      {words.on}{" "}
      {pages.slice(0, NAMED_MAX).map((page) => (
        <a key={page.key} className="mono" href={previewOf(chosen, page)} target="_blank" rel="noopener">
          {page.path}
        </a>
      ))}
      {pages.length > NAMED_MAX && words.more(pages.length - NAMED_MAX)}
    </p>
  );
}

/** Compares both values of a conflicting field with the original. */
function Conflict({
  field,
  live,
  onSettle,
}: {
  field: PendingField;
  live: NonNullable<PendingField["live"]>;
  onSettle: (keeps: "draft" | "live") => void;
}) {
  return (
    <>
      <p className="error">{words.conflict}</p>
      <div className="changes__both">
        {(["draft", "live"] as const).map((keeps) => (
          <section key={keeps} aria-label={`${field.label}: ${words[keeps]}`}>
            <h4>{words[keeps]}</h4>
            <FieldDifference {...(keeps === "draft" ? field : live)} />
            <button type="button" className="btn btn--line" onClick={() => onSettle(keeps)}>
              {words.take[keeps]}
              <span className="sr"> {field.label}</span>
            </button>
          </section>
        ))}
      </div>
    </>
  );
}
