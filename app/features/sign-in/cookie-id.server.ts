// The database stores only a hash of each cookie's id, so leaked rows can't be used to sign in.
import { createHash, randomBytes } from "node:crypto";
import type { Cookie } from "react-router";

const ID_BYTES = 32;
const ID = /^[\w-]{43}$/;

const hashId = (id: string) => createHash("sha256").update(id).digest("hex");

/** Creates a random id and its hash. */
export function makeId() {
  const id = randomBytes(ID_BYTES).toString("base64url");
  return { id, id_hash: hashId(id) };
}

/** Returns the hash of the id in the request's cookie, or null if it's missing or malformed. */
export async function readIdHash(request: Request, cookie: Cookie): Promise<string | null> {
  const value: unknown = await cookie.parse(request.headers.get("Cookie"));
  return typeof value === "string" && ID.test(value) ? hashId(value) : null;
}
