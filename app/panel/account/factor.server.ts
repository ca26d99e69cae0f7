// The second factor on "Your account": sets it up, renews its recovery codes and turns it off.
import { data } from "react-router";
import { factorLogin, sentenceOf, factorCard as words } from "../../copy/panel/factor.ts";
import { login } from "../../copy/panel/login.ts";
import { type Args, recordOf } from "../../features/admin-session/actor.server.ts";
import { checkCurrentPassword } from "../../features/admin-session/login.server.ts";
import type { SignedIn } from "../../features/people/rights.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import { checkCode } from "../../features/sign-in-factors/check.server.ts";
import {
  cancelSetup,
  endShortcuts,
  hasFactor,
  removeFactor,
} from "../../features/sign-in-factors/factors.server.ts";
import {
  countRecoveryCodes,
  replaceRecoveryCodes,
} from "../../features/sign-in-factors/recovery-codes.server.ts";
import { confirmation, isAppCode, proof } from "../../features/sign-in-factors/rules.ts";
import { findTotpSetup, spendTotp, startTotp } from "../../features/sign-in-factors/totp.server.ts";
import type { Config } from "../../platform/config.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { configContext, systemDb } from "../../platform/http/context.server.ts";
import type { SaveReply } from "../../ui/panel/save-reply.ts";
import { readForm, save, saveForm } from "../saving/save.server.ts";

/** @property codes new recovery codes, shown only this once */
export type FactorReply = SaveReply & { codes?: string[] };

const { toasts, errors } = words;

/** Reads the state of someone's second factor, with the QR code while a setup is in progress. */
export async function readFactor(db: Database, config: Config, { person, name, email }: SignedIn) {
  const isOn = await hasFactor(db, person);
  if (isOn) return { isOn, codes: await countRecoveryCodes(db, person), setup: null };
  const { site_title } = await readSettings(db);
  const setup = await findTotpSetup(db, config, person, { issuer: site_title, account: email || name });
  return { isOn, codes: 0, setup };
}

/** Handles the card's posts. Returns null for any other intent. */
export function changeFactor(args: Args, form: FormData, { person }: SignedIn) {
  const db = args.context.get(systemDb);
  const config = args.context.get(configContext);
  switch (form.get("intent")) {
    case "factor-start":
      return save(() => startTotp(db, config, person), { done: toasts.started, failed: toasts.failed });
    case "factor-cancel":
      return save(() => cancelSetup(db, person), { done: toasts.canceled, failed: toasts.failed });
    case "factor-confirm":
      return withCodes((show) =>
        saveForm(
          readForm(form, confirmation),
          async ({ password, code }) => {
            await requirePassword(args, password, "password");
            const result = await spendTotp(db, config, person, code, false);
            if (result === "none") throw new Refused({ "": errors.started });
            if (result !== "right") throw new Refused({ code: sentenceOf(result) });
            await endShortcuts(db, person);
            show(await replaceRecoveryCodes(db, person));
            await recordOf(args, "factor.added", { factor: "app" });
            return undefined;
          },
          { done: toasts.on, failed: toasts.failed },
        ),
      );
    case "factor-codes":
      return withCodes((show) =>
        saveForm(
          readForm(form, proof),
          async (input) => {
            await requireProof(args, person, input.proof);
            if (!(await hasFactor(db, person))) throw new Refused({ "": sentenceOf("none") });
            show(await replaceRecoveryCodes(db, person));
            await recordOf(args, "factor.added", { factor: "codes" });
            return toasts.renewedText;
          },
          { done: toasts.renewed, failed: toasts.failed },
        ),
      );
    case "factor-remove":
      return saveForm(
        readForm(form, proof),
        async (input) => {
          await requireProof(args, person, input.proof);
          if (await removeFactor(db, person)) await recordOf(args, "factor.removed", { factor: "app" });
          return undefined;
        },
        { done: toasts.off, failed: toasts.failed },
      );
    default:
      return null;
  }
}

/** Adds the recovery codes that a save has shown to its reply. */
async function withCodes(
  run: (show: (codes: string[]) => void) => ReturnType<typeof saveForm>,
): Promise<ReturnType<typeof data<FactorReply>>> {
  let codes: string[] | undefined;
  const reply = await run((made) => {
    codes = made;
  });
  return data<FactorReply>({ ...reply.data, codes }, reply.init ?? undefined);
}

async function requirePassword(args: Args, password: string, field: string) {
  const tried = await checkCurrentPassword(args, password);
  if (tried.outcome === "throttled")
    throw new Refused({ "": `${login.tooMany}. ${login.tryAgain(tried.seconds)}` });
  if (tried.outcome === "wrong") throw new Refused({ [field]: errors.wrongPassword });
}

/** @throws Refused unless it's the password or a current code of the app */
async function requireProof(args: Args, person: SignedIn["person"], typed: string) {
  if (!isAppCode(typed)) return requirePassword(args, typed, "proof");
  const tried = await checkCode(args, person, typed);
  if (tried.outcome === "throttled")
    throw new Refused({ "": `${factorLogin.tooMany}. ${factorLogin.tryAgain(tried.seconds)}` });
  if (tried.outcome === "wrong") throw new Refused({ proof: sentenceOf(tried.reason, tried.triesLeft) });
}
