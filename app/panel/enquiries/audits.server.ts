import type { RouterContextProvider } from "react-router";
import { auditPart as words } from "../../copy/panel/audits.ts";
import { troubleWords } from "../../copy/site/audit-rules.ts";
import { describeResult } from "../../features/audit/describe.ts";
import { checkSite, runAgain } from "../../features/audit/queries.owner.server.ts";
import { findReportPath, listAudits } from "../../features/audit/queries.server.ts";
import { isOpen } from "../../features/audit/states.ts";
import { toWebsite } from "../../features/enquiries/rules.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { configContext, ownerDb } from "../../platform/http/context.server.ts";
import { save } from "../saving/save.server.ts";

export async function showAudits(db: Database, enquiryId: string, time: (date: Date) => string) {
  const audits = await listAudits(db, enquiryId);
  return Promise.all(
    audits.map(async (audit) => {
      const { id, host, state, reason, result, finished_at, requested_at } = audit;
      return {
        ...{ id, host, state, reason, isOpen: isOpen(state) },
        made: time(finished_at ?? requested_at),
        path: await findReportPath(db, audit),
        found: state === "done" && result ? describeResult(result) : null,
        trouble: state === "done" && result?.trouble ? troubleWords[result.trouble] : null,
      };
    }),
  );
}

export type ShownAudit = Awaited<ReturnType<typeof showAudits>>[number];

const { toasts } = words;
const said = { done: toasts.started, failed: toasts.failed };

/** Throws Refused if audits are off in the config. */
function refuseWhereOff(context: Readonly<RouterContextProvider>) {
  if (!context.get(configContext).audit) throw new Refused({ "": words.switchedOff });
}

export const auditAgain = (context: Readonly<RouterContextProvider>, id: string) =>
  save(async () => {
    refuseWhereOff(context);
    await runAgain(context.get(ownerDb), id);
  }, said);

/** @param typed the website as typed by the owner */
export const auditOther = (context: Readonly<RouterContextProvider>, id: string, typed: string) =>
  save(async () => {
    refuseWhereOff(context);
    const url = toWebsite(typed);
    if (!url) throw new Refused({ "": words.wrong });
    await checkSite(context.get(ownerDb), id, url);
  }, said);
