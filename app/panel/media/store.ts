// Reports problems with image storage. A separate request, because the tab shouldn't wait for it.
import { storeWords as words } from "../../copy/panel/media.ts";
import { readStoreTrouble } from "../../features/media/store-trouble.server.ts";
import { configContext } from "../../platform/http/context.server.ts";
import type { Route } from "./+types/store";

export async function loader({ context }: Route.LoaderArgs) {
  const trouble = await readStoreTrouble(context.get(configContext));
  if (!trouble) return Response.json({ words: null, said: "" });
  return Response.json(
    trouble.is === "away"
      ? { words: words.away, said: trouble.detail }
      : { words: words.full(trouble.megabytes), said: "" },
  );
}
