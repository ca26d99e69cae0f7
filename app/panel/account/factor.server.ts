// Second factors on "Your account": an authenticator app, passkeys and recovery codes.
import { data } from "react-router";
import { sentenceOf, factorCard as words } from "../../copy/panel/factor.ts";
import { type Args, recordOf } from "../../features/admin-session/actor.server.ts";
import { sessionIdOf } from "../../features/admin-session/session.server.ts";
import type { AuditDetails } from "../../features/audit-log/events.ts";
import type { SignedIn } from "../../features/people/rights.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import {
  cancelSetup,
  endBeforeChange,
  findFactors,
  hasFactor,
  removeApp,
} from "../../features/sign-in-factors/factors.server.ts";
import {
  addPasskey,
  deletePasskey,
  findPasskeyProblem,
  listPasskeys,
  registrationOptions,
} from "../../features/sign-in-factors/passkeys.server.ts";
import { requireProof } from "../../features/sign-in-factors/proof.server.ts";
import {
  countRecoveryCodes,
  replaceRecoveryCodes,
} from "../../features/sign-in-factors/recovery-codes.server.ts";
import { confirmation, namedPasskey, newPasskey } from "../../features/sign-in-factors/rules.ts";
import {
  registrationKey,
  saveChallenge,
  spendChallenge,
} from "../../features/sign-in-factors/steps.server.ts";
import { findTotpSetup, spendTotp, startTotp } from "../../features/sign-in-factors/totp.server.ts";
import type { Config } from "../../platform/config.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { configContext, systemDb } from "../../platform/http/context.server.ts";
import { shortTime } from "../../platform/time/dates.ts";
import type { SaveReply } from "../../ui/panel/save-reply.ts";
import { readForm, save, saveForm } from "../saving/save.server.ts";

/**
 * @property codes new recovery codes, shown only this once
 * @property options for the browser to create a passkey
 */
export type FactorReply = SaveReply & {
  codes?: string[];
  options?: Awaited<ReturnType<typeof registrationOptions>>;
};

const { toasts, errors } = words;

/** Reads the state of someone's second factors, with the QR code while an app is being set up. */
export async function readFactor(db: Database, config: Config, { person, name, email }: SignedIn) {
  const [{ hasApp, hasPasskey }, codes, passkeys, { site_title, time_zone }] = await Promise.all([
    findFactors(db, person),
    countRecoveryCodes(db, person),
    listPasskeys(db, person),
    readSettings(db),
  ]);
  const label = { issuer: site_title, account: email || name };
  return {
    isOn: hasApp || hasPasskey,
    hasApp,
    codes,
    setup: hasApp ? null : await findTotpSetup(db, config, person, label),
    passkeys: passkeys.map(({ id, name, created_at, last_used_at }) => ({
      ...{ id, name, added: shortTime(created_at, time_zone) },
      used: last_used_at && shortTime(last_used_at, time_zone),
    })),
    problem: findPasskeyProblem(config),
  };
}

/** Handles the card's posts, which all take a recent proof. @returns undefined for any other intent */
export async function changeFactor(args: Args, form: FormData, who: SignedIn) {
  const change = CHANGES[String(form.get("intent"))];
  if (!change) return undefined;
  await requireProof(args, true);
  return change(args, form, who);
}

type Change = (args: Args, form: FormData, who: SignedIn) => Promise<ReturnType<typeof data<FactorReply>>>;

const CHANGES: Record<string, Change | undefined> = {
  "factor-start": ({ context }, _, { person }) =>
    save(() => startTotp(context.get(systemDb), context.get(configContext), person), {
      ...{ done: toasts.started, failed: toasts.failed },
    }),
  "factor-cancel": ({ context }, _, { person }) =>
    save(() => cancelSetup(context.get(systemDb), person), { done: toasts.canceled, failed: toasts.failed }),
  "factor-confirm": (args, form, { person }) =>
    withCodes((show) =>
      saveForm(
        readForm(form, confirmation),
        async ({ code }) => {
          await add(args, person, "app", show, async (db) => {
            const result = await spendTotp(db, args.context.get(configContext), person, code, false);
            if (result === "none") throw new Refused({ "": errors.started });
            if (result !== "right") throw new Refused({ code: sentenceOf(result) });
          });
          return toasts.ended;
        },
        { done: toasts.on, failed: toasts.failed },
      ),
    ),
  "factor-codes": (args, _, { person }) =>
    withCodes((show) =>
      save(
        async () => {
          const db = args.context.get(systemDb);
          if (!(await hasFactor(db, person))) throw new Refused({ "": sentenceOf("none") });
          show(await replaceRecoveryCodes(db, person));
          await recordOf(args, "factor.added", { factor: "codes" });
          return toasts.renewedText;
        },
        { done: toasts.renewed, failed: toasts.failed },
      ),
    ),
  "factor-remove": (args, _, { person }) =>
    save(() => remove(args, person, "app", (db) => removeApp(db, person)), {
      ...{ done: toasts.appRemoved, failed: toasts.failed },
    }),
  "passkey-options": async (args, form, who) => {
    const { context, request } = args;
    const config = context.get(configContext);
    if (findPasskeyProblem(config)) throw data(null, { status: 404 });
    let options: FactorReply["options"];
    const reply = await saveForm(
      readForm(form, namedPasskey),
      async () => {
        const db = context.get(systemDb);
        const { site_title: title } = await readSettings(db);
        options = await registrationOptions(db, { ...config, title }, who);
        const key = registrationKey((await sessionIdOf(request))!);
        await saveChallenge(db, key, options.challenge, who.person);
        return undefined;
      },
      { done: toasts.passkeyAdded, failed: toasts.failed },
    );
    if (!options) return reply;
    // Nothing that the page shows has changed.
    return data<FactorReply>({ isSaved: false, toast: null, options });
  },
  "passkey-add": (args, form, { person }) =>
    withCodes((show) =>
      saveForm(
        readForm(form, newPasskey),
        async ({ name, response }) => {
          const { context, request } = args;
          const key = registrationKey((await sessionIdOf(request))!);
          const challenge = await spendChallenge(context.get(systemDb), key);
          await add(args, person, "passkey", show, async (db) => {
            const given = { response, name, challenge: challenge ?? "" };
            if (!challenge || !(await addPasskey(db, context.get(configContext), person, given)))
              throw new Refused({ "": errors.passkey });
          });
          return toasts.ended;
        },
        { done: toasts.passkeyAdded, failed: toasts.failed },
      ),
    ),
  "passkey-remove": (args, form, { person }) =>
    save(() => remove(args, person, "passkey", (db) => deletePasskey(db, person, String(form.get("id")))), {
      ...{ done: toasts.passkeyRemoved, failed: toasts.failed },
    }),
};

type Factor = AuditDetails["factor.added"]["factor"];

/** Adds a factor: the first one comes with recovery codes, and each ends the person's other sessions. */
async function add(
  args: Args,
  person: SignedIn["person"],
  factor: Factor,
  show: (codes: string[]) => void,
  write: (db: Database) => Promise<void>,
) {
  const keep = await sessionIdOf(args.request);
  await args.context.get(systemDb).transaction(async (tx) => {
    const isFirst = !(await hasFactor(tx, person));
    await write(tx);
    await endBeforeChange(tx, person, keep);
    if (isFirst) show(await replaceRecoveryCodes(tx, person));
  });
  await recordOf(args, "factor.added", { factor });
}

/** Removes a factor, which also ends the person's other sessions. @returns the toast's text */
async function remove(
  args: Args,
  person: SignedIn["person"],
  factor: Factor,
  write: (db: Database) => Promise<boolean>,
) {
  const keep = await sessionIdOf(args.request);
  const isRemoved = await args.context.get(systemDb).transaction(async (tx) => {
    const isRemoved = await write(tx);
    if (isRemoved) await endBeforeChange(tx, person, keep);
    return isRemoved;
  });
  if (isRemoved) await recordOf(args, "factor.removed", { factor });
  return toasts.ended;
}

/** Adds the recovery codes that a save has shown to its reply. */
async function withCodes(run: (show: (codes: string[]) => void) => ReturnType<typeof save>) {
  let codes: string[] | undefined;
  const reply = await run((made) => {
    codes = made;
  });
  return data<FactorReply>(
    { ...reply.data, codes: reply.data.isSaved ? codes : undefined },
    reply.init ?? undefined,
  );
}
