import { X } from "lucide-react";
import { Link } from "react-router";
import { history as words } from "../../copy/panel/history.ts";
import { Choice } from "../../ui/panel/list-parts.tsx";
import { useQueryState } from "../../ui/panel/query-state.ts";
import type { Route } from "./+types/record";
import { Field } from "./field.tsx";
import { PagePair } from "./page-pair.tsx";

type Compared = NonNullable<NonNullable<Route.ComponentProps["loaderData"]["record"]>["compared"]>;

export function Comparison({ versions, found, from, to, hasPages }: Compared) {
  const { params } = useQueryState();
  const { comparison } = words;
  const without = withQuery(params, { from: null, to: null, view: null });
  const isPages = hasPages && params.get("view") === "pages";
  const versionOf = (id: string) => ({ id, label: versions.find((one) => one.id === id)?.label ?? "" });
  const options = versions.map(({ id, label }) => (
    <option key={id} value={id}>
      {label}
    </option>
  ));
  return (
    <section className="card" aria-label={comparison.title}>
      <div className="history__h">
        <div>
          <h2>{comparison.title}</h2>
          <p className="subtle xs">{comparison.about}</p>
        </div>
        <Link className="btn btn--ghost" to={without} preventScrollReset>
          <X className="i" aria-hidden />
          {comparison.close}
        </Link>
      </div>
      <div className="history__b history__two">
        <Choice name="from" label={comparison.earlier} value={from}>
          {options}
        </Choice>
        <Choice name="to" label={comparison.later} value={to}>
          {options}
        </Choice>
      </div>
      {hasPages && (
        <nav className="views history__v" aria-label={comparison.views.label}>
          {(["fields", "pages"] as const).map((view) => (
            <Link
              key={view}
              className="btn btn--ghost"
              to={withQuery(params, { view: view === "pages" ? view : null })}
              aria-current={isPages === (view === "pages") ? "page" : undefined}
              preventScrollReset
            >
              {comparison.views[view]}
            </Link>
          ))}
        </nav>
      )}
      {isPages ? (
        <div className="history__b">
          <PagePair from={versionOf(from)} to={versionOf(to)} />
        </div>
      ) : (
        <>
          {found?.fields.map((field) => (
            <Field key={field.name} field={field} />
          ))}
          {!found?.fields.length && (
            <p className="history__b muted">{found || from === to ? comparison.same : comparison.gone}</p>
          )}
        </>
      )}
    </section>
  );
}

/** Returns a query string with these values. A null value removes its key. */
function withQuery(params: URLSearchParams, values: Record<string, string | null>): string {
  const query = new URLSearchParams(params);
  for (const [name, value] of Object.entries(values)) {
    if (value === null) query.delete(name);
    else query.set(name, value);
  }
  return `?${query}`;
}
