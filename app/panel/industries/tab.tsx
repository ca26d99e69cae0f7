import { messages } from "../../copy/messages.ts";
import { industries } from "../../features/records/industries.server.ts";
import { ownerDb } from "../../platform/http/context.server.ts";
import { listQuery, openedQuery } from "../../platform/http/list-query.ts";
import { submitKeepingInputBy } from "../../ui/panel/save-reply.ts";
import { answerRecord, readTab } from "../saving/record.server.ts";
import { RecordTab } from "../saving/record-tab.tsx";
import type { Route } from "./+types/tab";
import { IndustryForm } from "./form.tsx";
import { IndustryList } from "./list.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Industries | Control panel" }];

const PER_PAGE = 50;
const { failed } = messages.industry;

const urlQuery = listQuery(["name", "uses", "changed"]).extend(openedQuery);

export function loader({ context, url }: Route.LoaderArgs) {
  const { edit, draft, add, ...filter } = urlQuery.parse(Object.fromEntries(url.searchParams));
  return readTab(context.get(ownerDb), industries, {
    filter: { ...filter, perPage: PER_PAGE },
    asked: { edit, draft, add },
  });
}

export const action = (args: Route.ActionArgs) => answerRecord(args, industries);

export const clientAction = submitKeepingInputBy(failed, failed.update);

export default function Industries({ loaderData }: Route.ComponentProps) {
  return (
    <RecordTab
      title="Industries"
      about="Categories for case studies"
      noun={["industry", "industries"]}
      what="industries"
      add="Add Industry"
      tab={loaderData}
      list={(list) => <IndustryList list={list} />}
      form={(opened, { onClose }) => <IndustryForm {...opened} onClose={onClose} />}
    />
  );
}
