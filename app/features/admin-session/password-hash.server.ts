// scrypt, one check after the other: what is stored of the password, and whether a typed one is the same.
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

/**
 * One of OWASP's equal choices for scrypt, the one that runs on small machines: 32 MiB for each check (N = 2^17, p = 1
 * takes 128 MiB for the same work of an attacker).
 */
const COST = { logN: 15, r: 8, p: 3 };
type Cost = typeof COST;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

const scryptAsync = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** Where a check waits for its turn: those of `reserved` come first. */
export type Lane = "reserved" | "open";

/** Checks that wait; one runs at a time, so that a crowd at the door cannot take all memory. */
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

/** How many checks wait in a lane. */
export const countWaiting = (lane: Lane): number => waiting[lane].length;

function derive(password: string, salt: Buffer, { logN, r, p }: Cost, lane: Lane): Promise<Buffer> {
  const N = 2 ** logN;
  return inTurn(lane, () =>
    // The same letters reach us composed from one keyboard and decomposed from another.
    scryptAsync(password.normalize("NFC"), salt, HASH_BYTES, { N, r, p, maxmem: 256 * N * r }),
  );
}

/** @returns `$scrypt$ln=15,r=8,p=3$salt$hash`, both in base64 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, salt, COST, "reserved");
  return `${PREFIX}${salt.toString("base64")}$${hash.toString("base64")}`;
}

const PREFIX = `$scrypt$ln=${COST.logN},r=${COST.r},p=${COST.p}$`;

/** Whether a stored hash was made at another cost than new ones are. */
export const isOutdated = (stored: string): boolean => !stored.startsWith(PREFIX);

/**
 * Whether `password` is the one that `hashPassword` made `stored` of, at whatever cost; takes the same time either way.
 */
export async function isPasswordOf(password: string, stored: string, lane: Lane): Promise<boolean> {
  const parts = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored);
  if (!parts) return false;
  const [, logN, r, p, salt, hash] = parts;
  const cost = { logN: Number(logN), r: Number(r), p: Number(p) };
  const derived = await derive(password, Buffer.from(salt ?? "", "base64"), cost, lane);
  const expected = Buffer.from(hash ?? "", "base64");
  return derived.length === expected.length && timingSafeEqual(derived, expected);
}
