import { ArrowRight, Plus } from "lucide-react";
import { RichTextView } from "../../ui/site/rich-text-view.tsx";
import { Ticks } from "../../ui/site/ticks.tsx";
import { Price } from "./price.tsx";

type Titled = { title: string; text: string };

export function Problem({ points }: { points: readonly Titled[] }) {
  return (
    <ul className="points">
      {points.map(({ title, text }) => (
        <li key={title}>
          <h3 className="h4">{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  );
}

export function Steps({ steps }: { steps: readonly (Titled & { period: string })[] }) {
  return (
    <ol className="timeline">
      {steps.map(({ title, period, text }) => (
        <li key={title}>
          <p className="timeline__when">{period}</p>
          <div>
            <h3 className="h4">{title}</h3>
            <p>{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}

type PricingTexts = {
  price?: string;
  period?: string;
  includes?: string[];
  plans?: { name: string; price: string; text: string; features: string[] }[];
  note: string;
  button_label: string;
  button_href?: string;
};

/** Renders one price, several plans, or how to get a quote (SPEC 9). */
export function Pricing({ texts }: { texts: PricingTexts }) {
  const { price, period = "", plans, includes, note, button_label, button_href = "#inquiry" } = texts;
  return (
    <>
      {plans?.map((plan) => (
        <div className="card plan" key={plan.name}>
          <div>
            <h3 className="h4">{plan.name}</h3>
            <p className="small muted">{plan.text}</p>
            <Ticks items={plan.features} />
          </div>
          <Price price={plan.price} />
        </div>
      ))}
      {includes && (
        <div className="card plan">
          <Ticks items={includes} />
          {price && <Price price={price} period={period} className="price price--big" />}
        </div>
      )}
      {note && <p className="small muted">{note}</p>}
      {button_label && (
        <p>
          <a className="btn" href={button_href}>
            {button_label}
            <ArrowRight className="i i-arrow" aria-hidden="true" />
          </a>
        </p>
      )}
    </>
  );
}

/**
 * Renders a table that compares the service with alternatives. On small screens, rows become labeled stacks.
 * @param props.columns headings; the first is empty
 * @param props.ownNames names of the service and the site, whose columns are highlighted
 */
export function Comparison({
  title,
  columns,
  rows,
  ownNames,
}: {
  title: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  ownNames: string[];
}) {
  const isOwn = (column = "") =>
    column !== "" && ownNames.some((name) => column.includes(name) || name.endsWith(column));
  return (
    <table className="compare" aria-label={title}>
      <thead className="sr-phone">
        <tr>
          {columns.map((column, i) =>
            i === 0 ? (
              <td key="corner" />
            ) : (
              <th key={column} scope="col">
                {column}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map(([what, ...cells]) => (
          <tr key={what}>
            <th scope="row">{what}</th>
            {cells.slice(0, columns.length - 1).map((cell, i) => (
              <td
                key={columns[i + 1]}
                data-label={columns[i + 1]}
                className={isOwn(columns[i + 1]) ? "own" : undefined}
              >
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Renders questions with answers that open without scripts. */
export function Faq({ items }: { items: readonly { question: string; answer: string }[] }) {
  return (
    <div>
      {items.map(({ question, answer }) => (
        <details className="faq" key={question}>
          <summary>
            {question}
            <Plus className="i" aria-hidden="true" />
          </summary>
          <RichTextView html={answer} className="faq__answer" />
        </details>
      ))}
    </div>
  );
}
