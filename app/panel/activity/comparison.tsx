import { X } from "lucide-react";
import { Link } from "react-router";
import { history as words } from "../../copy/panel/history.ts";
import { Choice } from "../../ui/panel/list-parts.tsx";
import { useQueryState } from "../../ui/panel/query-state.ts";
import type { Route } from "./+types/record";
import { Field } from "./field.tsx";

type Compared = NonNullable<NonNullable<Route.ComponentProps["loaderData"]["record"]>["compared"]>;

/** Two versions of a record, both chosen here, and what the later one has otherwise. */
export function Comparison({ versions, found, from, to }: Compared) {
  const { params } = useQueryState();
  const { comparison } = words;
  const without = new URLSearchParams(params);
  without.delete("from");
  without.delete("to");
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
        <Link className="btn btn--ghost" to={`?${without}`} preventScrollReset>
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
      {found?.fields.map((field) => (
        <Field key={field.name} field={field} />
      ))}
      {!found?.fields.length && (
        <p className="history__b muted">{found || from === to ? comparison.same : comparison.gone}</p>
      )}
    </section>
  );
}
