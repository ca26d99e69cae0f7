// A random id in a cookie of the browser, its hash in the database: a copy of the rows opens nothing.
import { createHash, randomBytes } from "node:crypto";
import type { Cookie } from "react-router";

const ID_BYTES = 32;

const hashId = (id: string) => createHash("sha256").update(id).digest("hex");

/** A new id for the cookie, and its hash. */
export function makeId() {
  const id = randomBytes(ID_BYTES).toString("base64url");
  return { id, id_hash: hashId(id) };
}

/** @returns the hash of the id that the request brings, null where it brings none */
export async function readIdHash(request: Request, cookie: Cookie): Promise<string | null> {
  const value: unknown = await cookie.parse(request.headers.get("Cookie"));
  return typeof value === "string" && value !== "" ? hashId(value) : null;
}
