import { sql } from "drizzle-orm";
import { ownerDb } from "../platform/context.server.ts";
import type { Route } from "./+types/healthz";

/** `GET /healthz` (CONTRACT): 200 once the site can serve and its database answers, else 503. */
export async function loader({ context }: Route.LoaderArgs) {
  const headers = { "Cache-Control": "no-store" };
  try {
    await context.get(ownerDb).execute(sql`select 1`);
    return Response.json({ status: "ok" }, { headers });
  } catch {
    return Response.json(
      { status: "unavailable" },
      { status: 503, headers: { ...headers, "Retry-After": "2" } },
    );
  }
}
