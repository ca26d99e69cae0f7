import { data } from "react-router";
import { z } from "zod";
import { demo } from "../../copy/panel/demo.ts";
import { sentenceOf, factorCard as words } from "../../copy/panel/factor.ts";
import type { AuditDetails } from "../../features/audit-log/events.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import { type Args, recordOf } from "../../features/sign-in/actor.server.ts";
import { confirmation, namedPasskey, newPasskey } from "../../features/sign-in/factor-rules.ts";
import {
  cancelSetup,
  endBeforeChange,
  findFactors,
  hasFactor,
  removeApp,
} from "../../features/sign-in/factors.server.ts";
import {
  addPasskey,
  deletePasskey,
  findPasskeyProblem,
  listPasskeys,
  registrationOptions,
} from "../../features/sign-in/passkeys.server.ts";
import { requireProof } from "../../features/sign-in/proof.server.ts";
import { countRecoveryCodes, replaceRecoveryCodes } from "../../features/sign-in/recovery-codes.server.ts";
import { sessionIdOf } from "../../features/sign-in/session.server.ts";
import { registrationKey, saveChallenge, spendChallenge } from "../../features/sign-in/steps.server.ts";
import { findTotpSetup, spendTotp, startTotp } from "../../features/sign-in/totp.server.ts";
import type { SignedIn } from "../../features/staff/rights.ts";
import type { Person } from "../../features/staff/table.server.ts";
import type { Config } from "../../platform/config.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { configContext, systemDb } from "../../platform/http/context.server.ts";
import { shortTime } from "../../platform/time/dates.ts";
import type { SaveReply } from "../../ui/panel/save-reply.ts";
import { readForm, saveForm } from "../saving/save.server.ts";

/**
 * @property codes new recovery codes, shown only once
 * @property options for creating a passkey in the browser
 */
export type FactorReply = SaveReply & {
  codes?: string[];
  options?: Awaited<ReturnType<typeof registrationOptions>>;
};

const { toasts, errors } = words;

/** Returns the person's second factors, and the QR code if an app is being set up. */
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

/** @property session the current session, which survives when the others end */
type Given = { args: Args; db: Database; config: Config; who: SignedIn; session: string };
type Made = Pick<FactorReply, "codes" | "options"> & { text?: string };
type Change = (form: FormData, given: Given) => Promise<ReturnType<typeof data<FactorReply>>>;

/**
 * Changes the person's two-factor settings. Requires recent proof of identity.
 * @returns undefined if the intent belongs to another form
 */
export async function changeFactor(args: Args, form: FormData, who: SignedIn) {
  const intent = String(form.get("intent"));
  const change = Object.hasOwn(CHANGES, intent) && CHANGES[intent];
  if (!change) return undefined;
  await requireProof(args, true);
  const { request, context } = args;
  const [db, config] = [context.get(systemDb), context.get(configContext)];
  return change(form, { args, db, config, who, session: (await sessionIdOf(request))! });
}

const change =
  <Schema extends z.ZodObject>(
    schema: Schema,
    done: string,
    write: (input: z.output<Schema>, given: Given) => Promise<Made> | Promise<void>,
  ): Change =>
  async (form, given) => {
    let made: Made = {};
    const reply = await saveForm(
      readForm(form, schema),
      async (input) => {
        if (given.config.demo) throw new Refused({ "": demo.noFactor });
        made = (await write(input as z.output<Schema>, given)) ?? {};
        return made.text;
      },
      { done, failed: toasts.failed },
    );
    const { codes, options } = made;
    if (options) return data<FactorReply>({ isSaved: false, toast: null, options });
    return data<FactorReply>({ ...reply.data, codes }, reply.init ?? undefined);
  };

const nothing = z.object({});
const CHANGES: Record<string, Change | undefined> = {
  "factor-start": change(nothing, toasts.started, (_, { db, config, who }) =>
    startTotp(db, config, who.person),
  ),
  "factor-cancel": change(nothing, toasts.canceled, (_, { db, who }) => cancelSetup(db, who.person)),
  "factor-confirm": change(confirmation, toasts.on, ({ code }, given) =>
    add(given, "app", async (db, { config, who }) => {
      const result = await spendTotp(db, config, who.person, code, false);
      if (result === "none") throw new Refused({ "": errors.started });
      if (result !== "right") throw new Refused({ code: sentenceOf(result) });
    }),
  ),
  "factor-codes": change(nothing, toasts.renewed, async (_, { args, db, who }) => {
    if (!(await hasFactor(db, who.person))) throw new Refused({ "": sentenceOf("none") });
    const codes = await replaceRecoveryCodes(db, who.person);
    await recordOf(args, "factor.added", { factor: "codes" });
    return { codes, text: toasts.renewedText };
  }),
  "factor-remove": change(nothing, toasts.appRemoved, (_, given) => remove(given, "app", removeApp)),
  "passkey-options": change(namedPasskey, toasts.passkeyAdded, async (_, { db, config, who, session }) => {
    if (findPasskeyProblem(config)) throw data(null, { status: 404 });
    const { site_title: title } = await readSettings(db);
    const options = await registrationOptions(db, { ...config, title }, who);
    await saveChallenge(db, registrationKey(session), options.challenge, who.person);
    return { options };
  }),
  "passkey-add": change(newPasskey, toasts.passkeyAdded, async ({ name, response }, given) => {
    const challenge = await spendChallenge(given.db, registrationKey(given.session));
    return add(given, "passkey", async (db, { config, who }) => {
      if (!challenge || !(await addPasskey(db, config, who.person, { response, name, challenge })))
        throw new Refused({ "": errors.passkey });
    });
  }),
  "passkey-remove": change(z.object({ id: z.string() }), toasts.passkeyRemoved, ({ id }, given) =>
    remove(given, "passkey", (db, person) => deletePasskey(db, person, id)),
  ),
};

type Factor = AuditDetails["factor.added"]["factor"];

/** Adds a factor and ends the person's other sessions. The first factor comes with recovery codes. */
async function add(
  given: Given,
  factor: Factor,
  write: (db: Database, given: Given) => Promise<void>,
): Promise<Made> {
  const { args, db, who, session } = given;
  const codes = await db.transaction(async (tx) => {
    const isFirst = !(await hasFactor(tx, who.person));
    await write(tx, given);
    await endBeforeChange(tx, who.person, session);
    return isFirst ? replaceRecoveryCodes(tx, who.person) : undefined;
  });
  await recordOf(args, "factor.added", { factor });
  return { codes, text: toasts.ended };
}

async function remove(
  { args, db, who, session }: Given,
  factor: Factor,
  write: (db: Database, person: Person) => Promise<boolean>,
): Promise<Made> {
  const isRemoved = await db.transaction(async (tx) => {
    if (!(await write(tx, who.person))) return false;
    await endBeforeChange(tx, who.person, session);
    return true;
  });
  if (isRemoved) await recordOf(args, "factor.removed", { factor });
  return { text: toasts.ended };
}
