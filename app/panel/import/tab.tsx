import { ArrowLeft } from "lucide-react";
import { data, href, Link } from "react-router";
import { z } from "zod";
import { importWords as words } from "../../copy/panel/import.ts";
import { draftAgain } from "../../features/import/draft.server.ts";
import { removeImport } from "../../features/import/remove.server.ts";
import { cancelImport, findRun, saveChoices, startStoring } from "../../features/import/runs.server.ts";
import { type Choices, choices } from "../../features/imported/choices.ts";
import { type Args, actorOf } from "../../features/sign-in/actor.server.ts";
import { formKeyOf } from "../../features/sign-in/panel-page.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused, recordGone } from "../../platform/database/refused.ts";
import {
  configContext,
  fetchAsVisitor,
  isContentUntouched,
  ownerDb,
  visitorDb,
} from "../../platform/http/context.server.ts";
import { parseOr400, readPostedForm } from "../../platform/http/posted-form.server.ts";
import { TextField } from "../../ui/panel/field.tsx";
import { useReadingAgain } from "../../ui/panel/reading-again.ts";
import { useSaveFetcher } from "../../ui/panel/row-action.ts";
import { submitKeepingInputBy } from "../../ui/panel/save-reply.ts";
import { TabHead, Unavailable } from "../../ui/panel/tab-head.tsx";
import { useToast } from "../../ui/panel/toaster.tsx";
import { loadOrToast, save } from "../saving/save.server.ts";
import type { Route } from "./+types/tab";
import { readImport, readImports } from "./read.server.ts";
import { Report } from "./report.tsx";
import { Result } from "./result.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Import | Control panel" }];

const urlQuery = z.object({
  id: z.uuid().optional().catch(undefined),
  check: z.coerce.number().int().min(0).max(1_000_000).optional().catch(undefined),
  refused: z
    .enum(Object.keys(words.refused) as [keyof typeof words.refused])
    .optional()
    .catch(undefined),
});

export async function loader({ context, url }: Route.LoaderArgs) {
  const db = context.get(ownerDb);
  const { id, check, refused } = urlQuery.parse(Object.fromEntries(url.searchParams));
  const { siteUrl } = context.get(configContext);
  const checking =
    check === undefined
      ? null
      : { from: check, siteUrl, ask: context.get(fetchAsVisitor), visitorDb: context.get(visitorDb) };
  const { value, fault } = await loadOrToast(
    async () => ({
      list: await readImports(db),
      open: id ? await readImport(db, id, checking) : null,
      key: id ? null : await formKeyOf(db),
    }),
    words.fetchFailed,
  );
  if (id && value && !value.open) throw data(null, { status: 404 });
  return data({ ...value, refused: refused ? words.refused[refused] : null, fault });
}

const posted = z.object({ intent: z.enum(["plan", "store", "cancel", "draft", "remove"]), id: z.uuid() });

/** Content types are posted as `type:post`, `type:page` and so on. */
function readChoices(form: FormData): Choices {
  const types = [...form].flatMap(([name, value]) =>
    name.startsWith("type:") ? [[name.slice("type:".length), value]] : [],
  );
  const parsed = choices.safeParse({ ...Object.fromEntries(form), types: Object.fromEntries(types) });
  if (!parsed.success) throw new Refused({ "": parsed.error.issues[0]?.message ?? words.toasts.startFailed });
  const { data: chosen } = parsed;
  if (Object.values(chosen.types).includes("case-studies") && !chosen.industry_id)
    throw new Refused({ industry_id: words.choices.industryMissing });
  return chosen;
}

export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  const db = context.get(ownerDb);
  const form = await readPostedForm(request);
  const { intent, id } = parseOr400(posted, form);
  const { toasts } = words;
  if (intent === "plan" || intent === "store") {
    context.set(isContentUntouched, true);
    const write = intent === "plan" ? saveChoices : startStoring;
    return save(async () => write(db, id, readChoices(form)), {
      done: intent === "plan" ? toasts.planned : toasts.started,
      failed: toasts.startFailed,
    });
  }
  if (intent === "cancel")
    return save(() => cancelImport(db, id), { done: toasts.canceled, failed: toasts.cancelFailed });
  if (intent === "draft") {
    context.set(isContentUntouched, true);
    return save(async () => draftAgain(db, await findOpen(db, id)), {
      done: toasts.drafted,
      failed: toasts.draftFailed,
    });
  }
  return save(() => remove(args, db, id), { done: toasts.removed, failed: toasts.removeFailed });
}

async function findOpen(db: Database, id: string) {
  const run = await findRun(db, id);
  if (!run) throw recordGone("This import");
  return run;
}

async function remove(args: Args, db: Database, id: string) {
  await removeImport(db, await findOpen(db, id), await actorOf(args));
}

const { startFailed, cancelFailed, draftFailed, removeFailed } = words.toasts;
export const clientAction = submitKeepingInputBy(
  { cancel: cancelFailed, draft: draftFailed, remove: removeFailed },
  startFailed,
);

const POLL_MS = 2_000;
const TAB = href("/admin-control-panel-seoprozone/import");

export type OpenImport = NonNullable<Route.ComponentProps["loaderData"]["open"]>;

export default function Import({ loaderData }: Route.ComponentProps) {
  const { list, open, key, refused, fault } = loaderData;
  useToast(fault);
  const isRunning = open?.state === "reading" || open?.state === "storing";
  useReadingAgain(isRunning, POLL_MS);
  return (
    <>
      {open && (
        <Link className="btn btn--ghost ahead__back" to={TAB}>
          <ArrowLeft className="i" aria-hidden />
          {words.back}
        </Link>
      )}
      <TabHead title={open ? open.label : words.title} about={open ? undefined : words.about} />
      {refused && (
        <p className="warn" role="alert">
          {refused}
        </p>
      )}
      {!list && <Unavailable what="imports" />}
      {list && !open && (
        <>
          <Upload uploadKey={key} />
          <Past list={list} />
        </>
      )}
      {open && isRunning && <Running open={open} />}
      {open?.state === "failed" && (
        <p className="warn" role="alert">
          {open.problem}
        </p>
      )}
      {open?.report && <Report open={open} report={open.report} />}
      {open?.result && <Result open={open} result={open.result} />}
    </>
  );
}

/** A plain form: uploads work without JavaScript, and the server streams them to disk. */
function Upload({ uploadKey }: { uploadKey: string | null | undefined }) {
  const { upload } = words;
  return (
    <form
      className="card box import__form"
      method="post"
      action={`${TAB}/upload?key=${uploadKey}`}
      encType="multipart/form-data"
    >
      <h2>{upload.title}</h2>
      <p className="subtle">{upload.where}</p>
      <TextField
        field={{ id: "import-site", name: "site_url" }}
        label={upload.site}
        hint={upload.siteHint}
        inputMode="url"
        autoComplete="url"
        isOptional
      />
      <TextField
        field={{ id: "import-files", name: "file" }}
        label={upload.file}
        hint={upload.hint}
        type="file"
        multiple
        isOptional
        accept=".xml,.json,.csv,.tsv,.txt,.md,.markdown,.mdx"
      />
      <div>
        <button type="submit" className="btn">
          {upload.submit}
        </button>
      </div>
    </form>
  );
}

function Past({ list }: { list: NonNullable<Route.ComponentProps["loaderData"]["list"]> }) {
  return (
    <section className="card box import__part" aria-labelledby="imports">
      <h2 id="imports">{words.past.title}</h2>
      {!list.length && <p className="subtle">{words.past.none}</p>}
      <ul>
        {list.map(({ id, label, state, published, at }) => (
          <li key={id}>
            <Link to={`?id=${id}`}>{label}</Link>{" "}
            <span className="subtle">
              {words.past.states[published ? "published" : state]}, {at}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Running({ open: { id, state, done, total } }: { open: OpenImport }) {
  const { running } = words;
  const cancel = useSaveFetcher();
  const text = state === "reading" ? running.reading(done) : running.storing(done, total);
  return (
    <section className="card box import__part">
      <p className="progress">
        <progress aria-label={words.past.states[state]} value={total ? done : undefined} max={total || 1} />
        <span className="num">{text}</span>
      </p>
      <p role="status">{running.leave}</p>
      <cancel.Form method="post" className="import__acts">
        <input type="hidden" name="id" value={id} />
        <button type="submit" name="intent" value="cancel" className="btn btn--line">
          {running.cancel}
        </button>
        <noscript>
          <a href={`?id=${id}`}>{running.reload}</a>
        </noscript>
      </cancel.Form>
    </section>
  );
}
