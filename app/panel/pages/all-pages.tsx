import { useState } from "react";
import { href, Link } from "react-router";
import { landingPages } from "../../copy/panel/landing-pages.ts";
import { pageEditor } from "../../copy/panel/page-editor.ts";
import { editorOf } from "../../ui/panel/edit-page-link.tsx";
import { SearchInput } from "../../ui/panel/list-parts.tsx";
import { StatusBadges } from "../../ui/panel/row-marks.tsx";
import type { PageRow } from "./all-pages.server.ts";
import { SectionThumb } from "./section-picker.tsx";

const words = landingPages.all;
const PAGES = href("/admin-control-panel-seoprozone/pages");
const ADDED = href("/admin-control-panel-seoprozone/pages/added");
/** The `id` of the chosen page's texts. */
export const TEXTS = "texts";
/** Shorter lists need no filter. */
const FILTERED_FROM = 25;

/** Lists the site's pages, with links to edit each. The list scrolls, so that the chosen page's texts stay near. */
export function AllPages({ list, chosen }: { list: { rows: PageRow[]; hasMore: boolean }; chosen: string }) {
  const [typed, setTyped] = useState("");
  const search = typed.trim().toLowerCase();
  const rows = list.rows.filter(({ title, path }) => `${title} ${path}`.toLowerCase().includes(search));
  return (
    <section className="card plist" aria-label={words.title(list.rows.length)}>
      <div className="plist__head">
        <b>{words.title(list.rows.length)}</b>
        {list.rows.length > FILTERED_FROM && (
          <SearchInput label={words.filter} typed={typed} onType={setTyped} onEnter={() => {}} />
        )}
      </div>
      {rows.length === 0 && <p className="plist__none">{words.none}</p>}
      <ul className="plist__rows">
        {rows.map((row) => (
          <Row
            key={"id" in row ? row.id : row.name}
            row={row}
            isChosen={"name" in row && row.name === chosen}
          />
        ))}
      </ul>
      {list.hasMore && (
        <Link className="more" to={ADDED}>
          {words.more}
        </Link>
      )}
    </section>
  );
}

function Row({ row, isChosen }: { row: PageRow; isChosen: boolean }) {
  const { title, path, is_indexable } = row;
  const [first, second] = row.types;
  const form =
    "id" in row
      ? { text: `${ADDED}?edit=${row.id}`, seo: `${ADDED}?edit=${row.id}#meta_title` }
      : {
          text: `${PAGES}?name=${encodeURIComponent(row.name)}&sort=place#${TEXTS}`,
          seo: `${PAGES}?name=${encodeURIComponent(row.name)}&seo=1`,
        };
  return (
    <li aria-current={isChosen || undefined}>
      <span className="plist__thumb" aria-hidden>
        {first && <SectionThumb type={first} />}
        {second && <SectionThumb type={second} />}
      </span>
      <span className="plist__name">
        <b>{title}</b> <small className="mono">{path}</small>
      </span>
      <span className="tags">
        {path ? (
          <StatusBadges row={row} at={path} />
        ) : (
          <span className="badge badge--line">{words.noPage}</span>
        )}
        {!is_indexable && <span className="badge badge--warn">{words.noindex}</span>}
      </span>
      <span className="plist__acts">
        {path && <Action to={editorOf(path)} label={pageEditor.openOn} title={title} />}
        <Action to={form.seo} label={words.seo} title={title} />
        <Action to={form.text} label={words.text} title={title} />
      </span>
    </li>
  );
}

const Action = ({ to, label, title }: { to: string; label: string; title: string }) => (
  <Link className="btn btn--ghost" to={to}>
    {label} <span className="sr">{title}</span>
  </Link>
);
