import { ArrowLeft, Replace } from "lucide-react";
import { useEffect, useState } from "react";
import { data, Form, href, Link, useNavigation } from "react-router";
import { z } from "zod";
import { findReplace as words } from "../../copy/panel/find-replace.ts";
import {
  type Chosen,
  type FoundPlace,
  findPlaces,
  replaceAt,
} from "../../features/find-replace/find-replace.server.ts";
import { KIND_NAMES } from "../../features/records/kinds.server.ts";
import { requireKinds } from "../../features/sign-in/proof.server.ts";
import { ownerDb } from "../../platform/http/context.server.ts";
import { readPostedForm } from "../../platform/http/posted-form.server.ts";
import { TextField } from "../../ui/panel/field.tsx";
import { SubmitButton } from "../../ui/panel/form-parts.tsx";
import { ListEmpty } from "../../ui/panel/list-parts.tsx";
import { useSaveFetcher } from "../../ui/panel/row-action.ts";
import { submitKeepingInput } from "../../ui/panel/save-reply.ts";
import { forgetInput, useStoredInput } from "../../ui/panel/stored-input.ts";
import { TabHead } from "../../ui/panel/tab-head.tsx";
import { useToast } from "../../ui/panel/toaster.tsx";
import { openKinds } from "../saving/open-kinds.server.ts";
import { loadOrToast, save, withUndo } from "../saving/save.server.ts";
import type { Route } from "./+types/replace";

export const meta: Route.MetaFunction = () => [{ title: "Find and replace | Control panel" }];

const WORDS_MAX = 500;
const STORED = "find and replace";
const TYPED = { maxLength: WORDS_MAX, autoComplete: "off" };

/** The search and replacement, from the URL or the form. */
const asked = z.object({
  find: z.string().trim().max(WORDS_MAX).catch(""),
  replace: z.string().max(WORDS_MAX).catch(""),
  exact: z.literal("on").optional().catch(undefined),
  whole: z.literal("on").optional().catch(undefined),
});

const toSearch = ({ find, exact, whole }: z.output<typeof asked>) => ({
  find,
  isExact: exact === "on",
  isWhole: whole === "on",
});

export async function loader({ context, url }: Route.LoaderArgs) {
  const query = asked.parse(Object.fromEntries(url.searchParams));
  const { value, fault } = await loadOrToast(
    () => findPlaces(context.get(ownerDb), toSearch(query), openKinds(context)),
    words.fetchFailed,
  );
  return data({ query, found: value, fault });
}

const place = { kind: z.enum(KIND_NAMES), id: z.string(), field: z.string(), stamp: z.string() };

/** `kind|id|field|version|position` of a hit. */
const hit = z
  .string()
  .regex(/^([^|]+\|){4}\d{1,6}$/)
  .transform((text) => {
    const [kind = "", id = "", field = "", stamp = "", number] = text.split("|");
    return { kind, id, field, stamp, number: Number(number) };
  })
  .pipe(z.object({ ...place, number: z.int() }));

const writeHit = ({ kind, id, field, stamp }: FoundPlace, number: number) =>
  [kind, id, field, stamp, number].join("|");

export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  const form = await readPostedForm(request);
  const db = context.get(ownerDb);
  const query = asked.parse(Object.fromEntries(form));
  const hits = z.array(hit).max(100_000).safeParse(form.getAll("hit"));
  if (!hits.success || !query.find) throw data(null, { status: 400 });
  await requireKinds(
    args,
    hits.data.map(({ kind }) => kind),
  );
  return save(
    async () => {
      const done = await replaceAt(db, toSearch(query), query.replace, byPlace(hits.data));
      return withUndo(context, words.doneText(done.hits, done.places));
    },
    { done: words.done, failed: words.failed },
  );
}

function byPlace(hits: z.output<typeof hit>[]) {
  const places = new Map<string, Chosen>();
  for (const { number, ...at } of hits) {
    const key = [at.kind, at.id, at.field].join("|");
    const chosen = places.get(key) ?? { ...at, hits: [] };
    chosen.hits.push(number);
    places.set(key, chosen);
  }
  return [...places.values()];
}

export const clientAction = submitKeepingInput(words.failed);

export default function FindReplace({ loaderData }: Route.ComponentProps) {
  const { query, found, fault } = loaderData;
  useToast(fault);
  const key = JSON.stringify(query);
  const [replaced, setReplaced] = useState("");
  const fetcher = useSaveFetcher(undefined, () => setReplaced(key));
  const isSearching = useNavigation().state !== "idle";
  return (
    <>
      <Link className="btn btn--ghost ahead__back" to={href("/admin-control-panel-seoprozone/content")}>
        <ArrowLeft className="i" aria-hidden />
        {words.back}
      </Link>
      <TabHead title={words.title} about={words.about} />
      <Form
        ref={useStoredInput(STORED)}
        className="card box replace__ask"
        role="search"
        key={key}
        onSubmit={() => forgetInput(STORED)}
      >
        <TextField
          field={{ id: "find", name: "find", initialValue: query.find }}
          label={words.find}
          {...TYPED}
          required
        />
        <TextField
          field={{ id: "replace", name: "replace", initialValue: query.replace }}
          label={words.replace}
          hint={words.replaceHint}
          {...TYPED}
        />
        <div className="replace__how">
          <Tick name="exact" label={words.isExact} isOn={query.exact === "on"} />
          <Tick name="whole" label={words.isWhole} isOn={query.whole === "on"} />
          <span className="sp" />
          <SubmitButton isBusy={isSearching}>{words.search}</SubmitButton>
        </div>
      </Form>
      {query.find && found?.places.length === 0 && (
        <ListEmpty {...(found.isMore ? words.noneYet : replaced === key ? words.noneLeft : words.none)} />
      )}
      {query.find && found && found.places.length > 0 && (
        <fetcher.Form method="post">
          {(["find", "replace", "exact", "whole"] as const).map(
            (name) => query[name] && <input key={name} type="hidden" name={name} value={query[name]} />,
          )}
          <Hits
            key={key + found.places.map(({ stamp }) => stamp).join("")}
            places={found.places}
            replacement={query.replace}
            more={found.isMore ? words.more(found.places.length) : null}
            isBusy={fetcher.state !== "idle"}
          />
        </fetcher.Form>
      )}
    </>
  );
}

function Tick({ name, label, isOn }: { name: string; label: string; isOn: boolean }) {
  return (
    <label className="check">
      <input type="checkbox" name={name} defaultChecked={isOn} />
      {label}
    </label>
  );
}

function Hits({
  places,
  replacement,
  more,
  isBusy,
}: {
  places: FoundPlace[];
  replacement: string;
  more: string | null;
  isBusy: boolean;
}) {
  const all = places.flatMap((place) => place.hits.map((_, number) => writeHit(place, number)));
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const chosen = all.length - left.size;
  const toggle = (values: string[], isOn: boolean) => {
    const next = new Set(left);
    for (const value of values) isOn ? next.delete(value) : next.add(value);
    setLeft(next);
  };
  // React misses checkboxes that are cleared before hydration, so the button is disabled until then.
  const [isReady, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  return (
    <section className="card replace">
      <div className="replace__h">
        <label className="check">
          <input
            type="checkbox"
            checked={left.size === 0}
            onChange={({ currentTarget }) => toggle(all, currentTarget.checked)}
          />
          {words.all}
        </label>
        <p role="status">{words.found(all.length, places.length)}</p>
        <span className="sp" />
        <SubmitButton isBusy={isBusy || !isReady || chosen === 0}>
          <Replace className="i" aria-hidden />
          {chosen ? words.replaceCount(chosen) : words.noneSelected}
        </SubmitButton>
      </div>
      <ul>
        {places.map((place) => (
          <li key={writeHit(place, 0)}>
            <div className="replace__place">
              <b>{place.name}</b>
              <Link to={place.editor} target="_blank" rel="noopener">
                {words.edit}
                <span className="sr"> {place.name}</span>
              </Link>
            </div>
            {place.hits.map((one, number) => {
              const value = writeHit(place, number);
              return (
                <label className="check replace__hit" key={value}>
                  <input
                    type="checkbox"
                    name="hit"
                    value={value}
                    checked={!left.has(value)}
                    onChange={({ currentTarget }) => toggle([value], currentTarget.checked)}
                    aria-label={words.hit(one.match, place.name)}
                  />
                  <span>
                    {one.before}
                    <del>{one.match}</del>
                    {replacement && <ins>{replacement}</ins>}
                    {one.after}
                  </span>
                </label>
              );
            })}
          </li>
        ))}
      </ul>
      {more && <p className="replace__more muted">{more}</p>}
    </section>
  );
}
