import { data } from "react-router";
import { z } from "zod";
import { demo } from "../../copy/panel/demo.ts";
import { webhookWords as words } from "../../copy/panel/webhooks.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import { type Args, recordOf } from "../../features/sign-in/actor.server.ts";
import { requireProof } from "../../features/sign-in/proof.server.ts";
import { addTest, countSince, queueSince, sendAgain } from "../../features/webhooks/deliveries.server.ts";
import {
  addEndpoint,
  deleteEndpoint,
  findEndpoint,
  rotateSecret,
  updateEndpoint,
} from "../../features/webhooks/endpoints.server.ts";
import { type WebhookInput, webhookRules } from "../../features/webhooks/rules.ts";
import { recordVersion } from "../../platform/database/record-version.ts";
import { Refused } from "../../platform/database/refused.ts";
import { configContext, isContentUntouched, ownerDb } from "../../platform/http/context.server.ts";
import { parseOr400, readPostedForm } from "../../platform/http/posted-form.server.ts";
import { boundsOfDay } from "../../platform/time/dates.ts";
import type { SaveReply } from "../../ui/panel/save-reply.ts";
import { readForm, save, saveForm } from "../saving/save.server.ts";

/** `secret` is shown only once; `count` is how many events there are to send. */
export type WebhookReply = SaveReply & { secret?: string; count?: number };

const target = z.object({ id: z.uuid(), version: recordVersion.default(0) });
const day = z.iso.date();
const { toasts, errors } = words;

export async function answerWebhooks(args: Args) {
  const { request, context } = args;
  const db = context.get(ownerDb);
  const config = context.get(configContext);
  context.set(isContentUntouched, true);
  await requireProof(args);
  const form = await readPostedForm(request);
  const intent = form.get("intent");
  // Whoever finds a signed-in browser mustn't send enquiries elsewhere.
  if (intent === "add" || (intent === "update" && form.get("url"))) await requireProof(args, true);
  if (config.demo && intent !== "delete" && intent !== "count")
    return save(
      async () => {
        throw new Refused({ "": demo.noWebhooks });
      },
      { done: "", failed: toasts.saveFailed },
    );
  const more: Pick<WebhookReply, "secret" | "count"> = {};
  const withMore = ({ data: reply, init }: Awaited<ReturnType<typeof save>>) =>
    data<WebhookReply>({ ...reply, ...more }, init ?? undefined);
  const store = (done: string, write: (input: WebhookInput) => Promise<void>) =>
    saveForm(readForm(form, webhookRules), (input) => write(input).then(() => undefined), {
      done,
      failed: toasts.saveFailed,
    }).then(withMore);
  if (intent === "add")
    return store(toasts.added, async (input) => {
      const secret = await addEndpoint(db, config, input);
      // Other tools don't check signatures.
      if (input.format === "standard") more.secret = secret;
      await recordOf(args, "webhook.added", { name: input.name });
    });
  const { id, version } = parseOr400(target, form);
  const nameOf = async () => ({ name: (await findEndpoint(db, id)).name });
  switch (intent) {
    case "update":
      return store(toasts.saved, async (input) => {
        more.secret = await updateEndpoint(db, config, id, version, input);
        await recordOf(args, "webhook.changed", { name: input.name, isUrl: input.url !== "" });
      });
    case "rotate":
      return save(
        async () => {
          more.secret = await rotateSecret(db, config, id);
          await recordOf(args, "webhook.rotated", await nameOf());
        },
        { done: toasts.rotated, failed: toasts.rotateFailed },
      ).then(withMore);
    case "delete":
      return save(
        async () => {
          const name = await deleteEndpoint(db, id);
          if (name !== null) await recordOf(args, "webhook.deleted", { name });
        },
        { done: toasts.deleted, failed: toasts.deleteFailed },
      );
    case "test":
      return save(() => addTest(db, id), { done: toasts.tested, failed: toasts.testFailed });
    case "again":
      return save(() => sendAgain(db, id), { done: toasts.queued, failed: toasts.againFailed });
    case "count":
    case "since": {
      const said = { done: toasts.queued, failed: toasts.sinceFailed };
      return save(async () => {
        const { time_zone } = await readSettings(db);
        const asked = day.safeParse(form.get("since"));
        const since = asked.success ? boundsOfDay(asked.data, time_zone).from : new Date(Number.NaN);
        // An ancient year isn't a date either, to PostgreSQL.
        if (!(since.getTime() >= 0 && since <= new Date())) throw new Refused({ "": errors.day });
        if (intent === "count") {
          more.count = await countSince(db, id, since);
          said.done = toasts.counted(more.count);
          return undefined;
        }
        const count = await queueSince(db, id, since);
        await recordOf(args, "webhook.replayed", { ...(await nameOf()), count });
        return toasts.queuedOf(count);
      }, said).then(withMore);
    }
    default:
      throw data(null, { status: 400 });
  }
}
