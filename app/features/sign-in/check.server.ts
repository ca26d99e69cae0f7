import type { Database } from "../../platform/database/database.server.ts";
import {
  countAttempt,
  type Limit,
  pointsLeft,
  refundPoint,
} from "../../platform/database/rate-limit.server.ts";
import { configContext, systemDb } from "../../platform/http/context.server.ts";
import { recordEvent } from "../audit-log/record.server.ts";
import type { Person } from "../staff/table.server.ts";
import { type Args, actorOf } from "./actor.server.ts";
import { readCode, type TypedCode } from "./factor-rules.ts";
import { countRecoveryCodes, spendRecoveryCode } from "./recovery-codes.server.ts";
import { noticeRecoveryCode } from "./recovery-notice.server.ts";
import type { Throttled } from "./throttle.server.ts";

import { spendTotp, type WrongTotp } from "./totp.server.ts";

/** Counted per person, not per IP address, because the sender already knows the password. */
const WRONG_CODES: Limit = { name: "login-factor", points: 5, seconds: 15 * 60 };

export type WrongCode = {
  outcome: "wrong";
  /** `shape`: the input can't be a code, so it isn't checked or counted */
  reason: WrongTotp | "shape" | "used-recovery";
  triesLeft?: number;
};
export type CodeAttempt = { outcome: "right"; by: "code" | "recovery" } | WrongCode | Throttled;

/**
 * Checks a code and uses it up. Counts the attempt before the check, so concurrent attempts can't bypass the
 * limit. Correct codes don't count.
 */
export async function checkCode(args: Args, person: Person, typed: string): Promise<CodeAttempt> {
  const code = readCode(typed);
  if (!code) return { outcome: "wrong", reason: "shape" };
  const db = args.context.get(systemDb);
  const key = person ?? "owner";
  const seconds = await countAttempt(db, WRONG_CODES, key);
  if (seconds) return { outcome: "throttled", seconds };
  const reason = await spend(args, db, person, code);
  if (reason === "right") {
    await refundPoint(db, WRONG_CODES, key);
    return { outcome: "right", by: code.kind === "totp" ? "code" : "recovery" };
  }
  await recordEvent(db, "factor.wrong", {}, { ...(await actorOf(args)), person });
  return { outcome: "wrong", reason, triesLeft: await pointsLeft(db, [[WRONG_CODES, key]]) };
}

async function spend(args: Args, db: Database, person: Person, { kind, code }: TypedCode) {
  const config = args.context.get(configContext);
  if (kind === "totp") return spendTotp(db, config, person, code);
  const result = await spendRecoveryCode(db, person, code);
  if (result === "used") return "used-recovery";
  if (result === "wrong") return result;
  const left = await countRecoveryCodes(db, person);
  await recordEvent(db, "recovery.used", { left }, { ...(await actorOf(args)), person });
  await noticeRecoveryCode(db, config, person, left);
  return result;
}
