import { Plus } from "lucide-react";
import { href, Link } from "react-router";
import { BUILT_IN } from "../../copy/panel/text-labels.ts";
import { ContentTable, KeysToggle, useTextSorts } from "../../features/website-content/content-table.tsx";
import type { TextKey } from "../../features/website-content/text-key.ts";
import { Choice, Filters, NoRows, Options, SearchBox, SortChoice } from "../../ui/panel/list-parts.tsx";
import { useQueryState } from "../../ui/panel/query-state.ts";
import type { Route } from "./+types/tab";

type List = NonNullable<Route.ComponentProps["loaderData"]["list"]>;

/** SPEC 9: quick-add presets home/hero, home/features, about/team, footer/contact. */
const QUICK_ADD = {
  "Home hero": "home hero",
  "Home features": "home features",
  "About team": "about team",
  "Footer contact": "footer contact",
};

const STATES = {
  "": "Any value",
  default: BUILT_IN,
  changed: "Customized",
  unused: "Not used on any page",
};

const SORTS = {
  page_name: "By page",
  place: "In page order",
  changed: "Recently changed",
};

const NOTHING = { title: "No matches", text: "No content items match this search and these filters." };

export function ContentList({ list, onEdit }: { list: List; onEdit: (textKey: TextKey) => void }) {
  const { change } = useQueryState();
  const sorts = useTextSorts(SORTS);
  return (
    <>
      <div className="toolbar">
        <SearchBox label="Search content" />
        <Filters>
          <Choice name="filter" label="Page filter">
            <option value="">all</option>
            {list.pageNames.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Choice>
          <Choice name="state" label="Value filter">
            <Options of={STATES} />
          </Choice>
          <SortChoice sorts={sorts} />
        </Filters>
      </div>
      <div className="quickbar">
        <fieldset className="quick">
          <legend>Quick add</legend>
          {Object.entries(QUICK_ADD).map(([label, place]) => (
            <button
              key={place}
              type="button"
              className="pill"
              onClick={() => change({ add: place, edit: null })}
            >
              <Plus className="i i-sm" aria-hidden />
              {label}
            </button>
          ))}
        </fieldset>
        <KeysToggle />
      </div>
      {list.rows.length ? (
        <ContentTable list={list} caption="Website content with current values" onEdit={onEdit} />
      ) : (
        <NoRows
          filters={["search", "filter", "state"]}
          none={NOTHING}
          unmatched={NOTHING}
          showAll="Show all content"
        />
      )}
      {list.deleted > 0 && (
        <Link
          className="more"
          to={{
            pathname: href("/admin-control-panel-seoprozone/deleted"),
            search: "?kind=website-content",
          }}
        >
          Deleted content ({list.deleted.toLocaleString("en-US")})
        </Link>
      )}
    </>
  );
}
