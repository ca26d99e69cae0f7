import { z } from "zod";
import type { CheckReport } from "../../features/page-checks/report.tsx";
import { configContext, ownerDb } from "../../platform/http/context.server.ts";
import { parseOr400 } from "../../platform/http/posted-form.server.ts";
import { loadOrToast } from "../saving/save.server.ts";
import type { Route } from "./+types/page";
import { checkPublishedPage } from "./check.server.ts";
import { findPlaces } from "./places.server.ts";

const urlQuery = z.object({
  path: z
    .string()
    .regex(/^\/(?![/\\])[^?#\\]*$/)
    .max(2_000),
});

export async function loader({ context, url }: Route.LoaderArgs) {
  const { path } = parseOr400(urlQuery, Object.fromEntries(url.searchParams));
  const { siteUrl } = context.get(configContext);
  const db = context.get(ownerDb);
  const { checks, editor, outdated } = await checkPublishedPage(context, path);
  const places = await loadOrToast(
    () => findPlaces(db, siteUrl, path, checks),
    "Failed to find a page's content",
  );
  const linking = (outdated ?? []).map((text) => ({ id: "linked" as const, ...text }));
  return Response.json({
    ...{ path, checks, places: [...(places.value ?? []), ...linking] },
    editor,
  } satisfies CheckReport);
}
