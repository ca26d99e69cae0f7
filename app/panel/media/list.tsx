import { href, Link } from "react-router";
import { uploadWords, mediaTab as words } from "../../copy/panel/media.ts";
import { choosing } from "../../copy/panel/several.ts";
import { monthName } from "../../platform/time/dates.ts";
import { FileButton } from "../../ui/panel/image-drop.tsx";
import { ImageGrid } from "../../ui/panel/image-grid.tsx";
import {
  Choice,
  Filters,
  NoRows,
  Options,
  Pager,
  SearchBox,
  SortChoice,
} from "../../ui/panel/list-parts.tsx";
import { useQueryState } from "../../ui/panel/query-state.ts";
import { ChosenBar, useChosen } from "../../ui/panel/record-list.chosen.tsx";
import { MarkBadges } from "../../ui/panel/row-marks.tsx";
import { MARKER } from "../../ui/site/brand-color.ts";
import type { Route } from "./+types/tab";
import type { MediaPost } from "./post.ts";

type List = NonNullable<Route.ComponentProps["loaderData"]["list"]>;

export function EmptyLibrary({ onFiles }: { onFiles: (files: File[]) => void }) {
  return (
    <div className="state lib__empty">
      <ImagesArt />
      <h2>{words.empty.title}</h2>
      <p>{words.empty.text}</p>
      <FileButton onFiles={onFiles} />
      <p className="hint" id="formats">
        {uploadWords.formats}
      </p>
    </div>
  );
}

export function MediaGrid({ list, post }: { list: List; post: MediaPost }) {
  const { counts } = list;
  const { params, change } = useQueryState();
  const choice = useChosen(list.rows);
  const { filters, counted } = words;
  return (
    <>
      <div className="toolbar">
        <SearchBox label={words.search} />
        <Filters>
          <Choice name="filter" label={words.filter}>
            <Options
              of={{
                "": filters[""],
                unused: counted(filters.unused, counts.unused),
                undescribed: counted(filters.undescribed, counts.undescribed),
                ...(counts.refused > 0 && { refused: counted(filters.refused, counts.refused) }),
              }}
            />
          </Choice>
          {(list.months.length > 1 || params.has("month")) && (
            <Choice name="month" label={words.month}>
              <Options of={{ "": words.everyMonth, ...monthsOf(list, params.get("month")) }} />
            </Choice>
          )}
          <SortChoice sorts={words.sorts} />
        </Filters>
      </div>
      <p className="hint lib__formats" id="formats">
        {uploadWords.formats}
      </p>
      {list.rows.length ? (
        <div className="card">
          <ChosenBar choice={choice} post={post}>
            {(act) => (
              <>
                <button type="button" className="btn btn--soft" onClick={() => act("decorate")}>
                  {words.decorate}
                </button>
                <button type="button" className="btn btn--soft" onClick={() => act("delete")}>
                  {choosing.remove}
                </button>
              </>
            )}
          </ChosenBar>
          <ImageGrid
            images={list.rows}
            verb={words.edit}
            choice={choice}
            marks={(image) => <MarkBadges {...image} />}
            onOpen={({ id }) => change({ edit: id })}
          />
          <Pager list={list} />
        </div>
      ) : (
        <NoRows
          filters={["search", "filter", "month"]}
          none={words.unmatched}
          unmatched={words.unmatched}
          showAll={words.showAll}
        />
      )}
      {counts.deleted > 0 && (
        <Link
          className="more"
          to={{ pathname: href("/admin-control-panel-seoprozone/deleted"), search: "?kind=media" }}
        >
          {words.deleted(counts.deleted)}
        </Link>
      )}
    </>
  );
}

/** Keeps the selected month even if it has no images. */
function monthsOf({ months }: List, chosen: string | null): Record<string, string> {
  const all = new Map(months.map(({ month, images }) => [month, images]));
  if (chosen && !all.has(chosen)) all.set(chosen, 0);
  return Object.fromEntries([...all].map(([month, n]) => [month, words.counted(monthName(month), n)]));
}

function ImagesArt() {
  return (
    <svg className="art" viewBox="0 0 96 72" aria-hidden="true">
      <rect width="96" height="18" rx="4" fill={MARKER} />
      <path d="M0 34h96M0 50h96M0 66h96" stroke="var(--line)" strokeWidth="2" />
      <rect
        x="18"
        y="8"
        width="60"
        height="46"
        rx="6"
        fill="var(--surface)"
        stroke="var(--accent)"
        strokeWidth="4"
      />
      <circle cx="34" cy="24" r="5" fill="var(--accent)" />
      <path
        d="m22 48 17-15 11 10 9-8 15 13"
        fill="none"
        stroke="var(--accent)"
        strokeWidth="4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
