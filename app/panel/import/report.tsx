// Renders an upload's contents and import choices, before anything is stored.
import type { ReactNode } from "react";
import { importWords as words } from "../../copy/panel/import.ts";
import { TARGETS } from "../../features/imported/choices.ts";
import { Facts } from "../../ui/panel/facts.tsx";
import { SelectField, TextAreaField, TextField } from "../../ui/panel/field.tsx";
import { useSaveFetcher } from "../../ui/panel/row-action.ts";
import type { OpenImport } from "./tab.tsx";

type ReportData = NonNullable<OpenImport["report"]>;

export function Report({ open, report }: { open: OpenImport; report: ReportData }) {
  const { report: text } = words;
  const { counts, left, changed, taken, urls, shortcodes, variables } = report;
  const found = Object.entries(report.summary.found).map(([type, count]) => text.found(type, count));
  const named = (counts: [string, number][]) =>
    counts.map(([name, count]) => `${name} (${count})`).join(", ");
  return (
    <>
      <section className="card box import__part" aria-labelledby="found">
        <h2 id="found">{text.title}</h2>
        <p role="status">
          {found.join(", ")}. {text.lead}
        </p>
        <Facts
          className="dl import__facts"
          rows={Object.entries(text.facts).map(([name, label]) => [
            label,
            counts[name as keyof typeof counts] || "",
          ])}
        />
        {shortcodes.length > 0 && <List title={text.shortcodes}>{named(shortcodes)}</List>}
        {variables.length > 0 && <List title={text.variables}>{named(variables)}</List>}
        <Groups title={text.left} groups={left} />
        <Groups title={text.changed} groups={changed} />
        {taken.total > 0 && (
          <List title={text.taken} count={taken.total}>
            <ul>
              {taken.rows.map(({ wanted, slug }) => (
                <li key={`${wanted} ${slug}`}>{text.takenLine(wanted, slug)}</li>
              ))}
            </ul>
            <More count={moreIn(taken)} />
          </List>
        )}
        {urls.total > 0 && (
          <List title={text.urls} count={urls.total}>
            <ul>
              {urls.rows.map(({ from, to }) => (
                <li key={from}>
                  {from} <span aria-hidden>→</span> <b>{to}</b>
                </li>
              ))}
            </ul>
            <More count={moreIn(urls)} />
          </List>
        )}
        {report.samples.length > 0 && (
          <List title={text.samples} count={report.samples.length}>
            {report.samples.map((sample) => (
              <Sample key={sample.key} sample={sample} />
            ))}
          </List>
        )}
      </section>
      <ChoicesForm open={open} report={report} />
    </>
  );
}

/** Compares an item on the old site with its new page. */
function Sample({ sample: { path, url, here, old } }: { sample: ReportData["samples"][number] }) {
  const { sample } = words.report;
  const facts = (page: typeof here): [string, string][] => [
    [sample.metaTitle, page.title],
    [sample.metaDescription, page.description],
    [sample.heading, page.heading],
    [sample.text, page.text],
  ];
  return (
    <div className="import__sample">
      <section>
        <h3>{sample.old}</h3>
        <Facts
          className="import__page"
          rows={[[sample.url, url, /^https?:/.test(url) ? url : undefined], ...(old ? facts(old) : [])]}
        />
        {!old && <p className="subtle">{sample.gone}</p>}
      </section>
      <section>
        <h3>{sample.here}</h3>
        <Facts className="import__page" rows={[[sample.url, path], ...facts(here)]} />
      </section>
    </div>
  );
}

/** Renders a collapsible list that works without JavaScript. */
export function List({ title, count, children }: { title: string; count?: number; children: ReactNode }) {
  return (
    <details className="import__list">
      <summary>
        {title} {count !== undefined && <span className="num">({count.toLocaleString("en-US")})</span>}
      </summary>
      <div>{children}</div>
    </details>
  );
}

const More = ({ count }: { count: number }) =>
  count > 0 && <p className="subtle">{words.report.more(count)}</p>;

const moreIn = ({ rows, total }: { rows: unknown[]; total: number }) => total - rows.length;

/** Renders findings by reason, such as "It's private. (12)" with the titles. */
function Groups({ title, groups }: { title: string; groups: ReportData["left"] }) {
  const total = groups.reduce((sum, group) => sum + group.total, 0);
  if (!total) return null;
  return (
    <List title={title} count={total}>
      {groups.map(({ why, items, more, total }) => (
        <List key={why} title={why} count={total}>
          <ul>
            {items.map(({ title, line, times }) => (
              <li key={`${title} ${line}`}>
                {title} {line ? `(${words.report.line(line)})` : ""}
                {times > 1 && ` ${words.report.times(times)}`}
              </li>
            ))}
          </ul>
          <More count={more} />
        </List>
      ))}
    </List>
  );
}

export function Findings({
  title,
  list,
}: {
  title: string;
  list: { rows: { title: string; why: string; line?: number }[]; total: number };
}) {
  if (!list.total) return null;
  return (
    <List title={title} count={list.total}>
      <ul>
        {list.rows.map(({ title, why, line }) => (
          <li key={`${title} ${line} ${why}`}>
            <b>{title}</b> {line ? `(${words.report.line(line)}) ` : ""}
            <span className="subtle">{why}</span>
          </li>
        ))}
      </ul>
      <More count={moreIn(list)} />
    </List>
  );
}

function ChoicesForm({
  open: { id, industries },
  report: { choices, types },
}: {
  open: OpenImport;
  report: ReportData;
}) {
  const { choices: text } = words;
  const fetcher = useSaveFetcher();
  const isBusy = fetcher.state !== "idle";
  const select = (name: "drafts" | "authors" | "images" | "conflicts", options: Record<string, string>) => (
    <SelectField field={{ id: `import-${name}`, name, initialValue: choices[name] }} label={text[name]}>
      <Options of={options} />
    </SelectField>
  );
  return (
    <fetcher.Form method="post" className="card box import__form">
      <h2>{text.title}</h2>
      <input type="hidden" name="id" value={id} />
      <div className="import__grid">
        {Object.entries(types).map(([type, count]) => (
          <SelectField
            key={type}
            field={{
              id: `import-type-${type}`,
              name: `type:${type}`,
              initialValue: choices.types[type] ?? "",
            }}
            label={text.type(type, count)}
          >
            <Options of={Object.fromEntries(TARGETS.map((target) => [target, text.targets[target]]))} />
          </SelectField>
        ))}
        <SelectField
          field={{ id: "import-industry", name: "industry_id", initialValue: choices.industry_id }}
          label={text.industry}
        >
          <Options
            of={{ "": text.noIndustry, ...Object.fromEntries(industries.map((one) => [one.id, one.name])) }}
          />
        </SelectField>
        {select("drafts", text.draftOptions)}
        {select("authors", text.authorOptions)}
        <TextField
          field={{ id: "import-category", name: "category", initialValue: choices.category }}
          label={text.category}
          hint={text.categoryHint}
          maxLength={100}
        />
        {select("images", text.imageOptions)}
        {select("conflicts", text.conflictOptions)}
      </div>
      <TextAreaField
        field={{ id: "import-redirects", name: "redirects", initialValue: choices.redirects }}
        label={text.redirects}
        hint={text.redirectsHint}
        rows={8}
        spellCheck={false}
      />
      <div className="import__acts">
        <button type="submit" name="intent" value="store" className="btn" disabled={isBusy}>
          {text.submit}
        </button>
        <button type="submit" name="intent" value="plan" className="btn btn--line" disabled={isBusy}>
          {text.update}
        </button>
        <button type="submit" name="intent" value="cancel" className="btn btn--ghost" disabled={isBusy}>
          {words.running.cancel}
        </button>
      </div>
    </fetcher.Form>
  );
}

const Options = ({ of }: { of: Record<string, string> }) =>
  Object.entries(of).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
