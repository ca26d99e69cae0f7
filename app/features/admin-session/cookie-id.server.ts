// Stores a random id in a cookie and its hash in the database, so that a copy of the rows is useless.
import { createHash, randomBytes } from "node:crypto";
import type { Cookie } from "react-router";

const ID_BYTES = 32;
const ID = /^[\w-]{43}$/;

const hashId = (id: string) => createHash("sha256").update(id).digest("hex");

/** Creates a new id for the cookie, with its hash. */
export function makeId() {
  const id = randomBytes(ID_BYTES).toString("base64url");
  return { id, id_hash: hashId(id) };
}

/** Returns the hash of the request's id, or null if it has none that `makeId` could have created. */
export async function readIdHash(request: Request, cookie: Cookie): Promise<string | null> {
  const value: unknown = await cookie.parse(request.headers.get("Cookie"));
  return typeof value === "string" && ID.test(value) ? hashId(value) : null;
}
