// `GET media/known?sha256=…` checks for a file in the library before an upload.
import { data } from "react-router";
import { findMediaByHash } from "../../features/media/queries.owner.server.ts";
import { ownerDb } from "../../platform/http/context.server.ts";
import type { Route } from "./+types/known";

const SHA256 = /^[0-9a-f]{64}$/;

export async function loader({ context, url }: Route.LoaderArgs) {
  const sha256 = url.searchParams.get("sha256") ?? "";
  if (!SHA256.test(sha256)) throw data(null, { status: 400 });
  return Response.json({ image: await findMediaByHash(context.get(ownerDb), sha256) });
}
