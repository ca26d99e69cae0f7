import { peopleTab as words } from "../../copy/panel/people.ts";
import { requireProof } from "../../features/sign-in/proof.server.ts";
import { signedInAs } from "../../features/staff/signed-in.server.ts";
import { ownerDb } from "../../platform/http/context.server.ts";
import { readPostedForm } from "../../platform/http/posted-form.server.ts";
import { submitKeepingInputBy } from "../../ui/panel/save-reply.ts";
import { TabHead, Unavailable } from "../../ui/panel/tab-head.tsx";
import { useToast } from "../../ui/panel/toaster.tsx";
import { answerPeople, readPeople } from "../saving/people.server.ts";
import { loadOrToast } from "../saving/save.server.ts";
import type { Route } from "./+types/tab";
import { People } from "./list.tsx";

export const meta: Route.MetaFunction = () => [{ title: `${words.title} | Control panel` }];

export async function loader({ context }: Route.LoaderArgs) {
  const who = context.get(signedInAs)!;
  const { value: list, fault } = await loadOrToast(
    () => readPeople(context.get(ownerDb), who),
    words.toasts.fetchFailed,
  );
  return { list, fault };
}

export async function action(args: Route.ActionArgs) {
  await requireProof(args);
  return answerPeople(args, await readPostedForm(args.request));
}

export const clientAction = submitKeepingInputBy({ invite: words.toasts.inviteFailed }, words.toasts.failed);

export default function PeopleTab({ loaderData: { list, fault } }: Route.ComponentProps) {
  useToast(fault);
  return (
    <>
      <TabHead title={words.title} about={words.about} />
      {list ? <People list={list} /> : <Unavailable what="people" />}
    </>
  );
}
