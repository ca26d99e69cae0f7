// Hashes and checks passwords with scrypt, one at a time.
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

/** One of OWASP's scrypt settings. It needs 32 MiB per check, which suits small machines. */
const COST = { logN: 15, r: 8, p: 3 };
type Cost = typeof COST;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

const scryptAsync = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** Queue for a password check. `reserved` goes first. */
export type Lane = "reserved" | "open";

/** Checks run one at a time, so a flood of sign-ins can't exhaust memory. */
const waiting: Record<Lane, (() => Promise<void>)[]> = { reserved: [], open: [] };
let isRunning = false;

function inTurn<Result>(lane: Lane, work: () => Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    waiting[lane].push(() => work().then(resolve, reject));
    runNext();
  });
}

function runNext() {
  const next = isRunning ? undefined : (waiting.reserved.shift() ?? waiting.open.shift());
  if (!next) return;
  isRunning = true;
  next().finally(() => {
    isRunning = false;
    runNext();
  });
}

/** Returns the length of a queue. */
export const countWaiting = (lane: Lane): number => waiting[lane].length;

function derive(password: string, salt: Buffer, { logN, r, p }: Cost, lane: Lane): Promise<Buffer> {
  const N = 2 ** logN;
  return inTurn(lane, () =>
    // Some keyboards send accented letters composed, others decomposed.
    scryptAsync(password.normalize("NFC"), salt, HASH_BYTES, { N, r, p, maxmem: 256 * N * r }),
  );
}

/** Returns `$scrypt$ln=15,r=8,p=3$salt$hash`, with salt and hash in base64. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, salt, COST, "reserved");
  return `${PREFIX}${salt.toString("base64")}$${hash.toString("base64")}`;
}

const PREFIX = `$scrypt$ln=${COST.logN},r=${COST.r},p=${COST.p}$`;

/** Matches no password, but takes as long to check as any other hash. */
export const UNMATCHED_HASH = `${PREFIX}${randomBytes(SALT_BYTES).toString("base64")}$${randomBytes(HASH_BYTES).toString("base64")}`;

/** Returns whether a hash uses outdated parameters. */
export const isOutdated = (stored: string): boolean => !stored.startsWith(PREFIX);

/** Returns whether the password matches the stored hash, in constant time. */
export async function isPasswordOf(password: string, stored: string, lane: Lane): Promise<boolean> {
  const parts = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored);
  if (!parts) return false;
  const [, logN, r, p, salt, hash] = parts;
  const cost = { logN: Number(logN), r: Number(r), p: Number(p) };
  const derived = await derive(password, Buffer.from(salt ?? "", "base64"), cost, lane);
  const expected = Buffer.from(hash ?? "", "base64");
  return derived.length === expected.length && timingSafeEqual(derived, expected);
}
