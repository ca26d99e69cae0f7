import { Download, Search, Trash2 } from "lucide-react";
import type { FormEvent } from "react";
import { data, href, useSearchParams } from "react-router";
import { z } from "zod";
import { personTab as words } from "../../copy/panel/enquiries-tab.ts";
import { recordOf } from "../../features/sign-in/actor.server.ts";
import { ownerDb } from "../../platform/http/context.server.ts";
import { parseOr400, readPostedForm } from "../../platform/http/posted-form.server.ts";
import { seal, unsealQuery } from "../../platform/http/seal.server.ts";
import { focusHeading, useSaveFetcher } from "../../ui/panel/row-action.ts";
import { submitKeepingInput } from "../../ui/panel/save-reply.ts";
import { sealed } from "../../ui/panel/sealed.ts";
import { TabHead } from "../../ui/panel/tab-head.tsx";
import { useToast } from "../../ui/panel/toaster.tsx";
import { loadOrToast, save } from "../saving/save.server.ts";
import type { Route } from "./+types/person";
import { EnquiryViews } from "./views.tsx";
import { countPersonData, deletePersonData } from "./visitor-data.server.ts";

export const meta: Route.MetaFunction = () => [{ title: "Data requests | Control panel" }];

/** Accepts every stored email address, even one that today's validation would reject. */
const person = z.object({ email: z.string().trim().min(3).max(320).includes("@") });

export async function loader({ context, url }: Route.LoaderArgs) {
  const db = context.get(ownerDb);
  const { value, fault } = await loadOrToast(async () => {
    const { email: typed } = await unsealQuery(db, url);
    const asked = person.safeParse({ email: typed });
    if (!asked.success) return { typed: typed ?? "", isWrong: typed !== undefined, kept: null };
    const { email } = asked.data;
    const kept = { email, sealed: await seal(db, email), counts: await countPersonData(db, email) };
    return { typed: email, isWrong: false, kept };
  }, words.toasts.fetchFailed);
  return data({ ...(value ?? { typed: "", isWrong: false, kept: null }), fault });
}

export async function action(args: Route.ActionArgs) {
  const { email } = parseOr400(person, await readPostedForm(args.request));
  const db = args.context.get(ownerDb);
  return save(
    async () => {
      const counts = await countPersonData(db, email);
      await deletePersonData(db, email);
      if (Object.values(counts).some(Boolean)) await recordOf(args, "person.deleted", counts);
    },
    { done: words.toasts.deleted, failed: words.toasts.deleteFailed },
  );
}

export const clientAction = submitKeepingInput(words.toasts.deleteFailed);

export default function Person({ loaderData }: Route.ComponentProps) {
  const { typed, isWrong, kept, fault } = loaderData;
  useToast(fault);
  const [, setParams] = useSearchParams();
  const find = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get("email") ?? "").trim();
    const email = await sealed(text, href("/admin-control-panel-seoprozone/seal"));
    if (email !== null) setParams({ email });
  };
  return (
    <>
      <TabHead title={words.title} about={words.intro} />
      <EnquiryViews />
      <search>
        <form className="toolbar" onSubmit={find} noValidate key={typed}>
          <div className="affix">
            <Search className="i" aria-hidden />
            <input
              className="input"
              type="email"
              name="email"
              aria-label={words.email}
              placeholder={words.email}
              defaultValue={typed}
              aria-invalid={isWrong || undefined}
              aria-describedby={isWrong ? "wrong-email" : undefined}
            />
          </div>
          <button type="submit" className="btn btn--line">
            {words.find}
          </button>
        </form>
      </search>
      {isWrong && (
        <p className="error" id="wrong-email">
          {words.wrongEmail}
        </p>
      )}
      {fault && <p className="state">{words.unreadable}</p>}
      {kept && <Kept {...kept} />}
    </>
  );
}

type Counts = Awaited<ReturnType<typeof countPersonData>>;

function Kept({ email, sealed, counts }: { email: string; sealed: string; counts: Counts }) {
  const fetcher = useSaveFetcher();
  if (!Object.values(counts).some(Boolean)) {
    return (
      <p className="state" role="status">
        {words.none(email)}
      </p>
    );
  }
  const remove = () => {
    if (!window.confirm(words.confirmDelete(email, counts))) return;
    fetcher.submit({ email }, { method: "post" });
    focusHeading();
  };
  return (
    <section className="card person">
      <h2>{words.found(email)}</h2>
      <ul>
        {words.amounts(counts).map((amount) => (
          <li key={amount}>{amount}</li>
        ))}
      </ul>
      <div className="btns">
        <a
          className="btn btn--line"
          href={`${href("/admin-control-panel-seoprozone/person.json")}?${new URLSearchParams({ email: sealed })}`}
        >
          <Download className="i" aria-hidden />
          {words.export}
        </a>
        <button type="button" className="btn btn--line" disabled={fetcher.state !== "idle"} onClick={remove}>
          <Trash2 className="i" aria-hidden />
          {words.delete}
        </button>
      </div>
      <p className="subtle">{words.hint}</p>
    </section>
  );
}
