// Serves the image picker: returns a page of images or one image, and saves alt text.
import { data } from "react-router";
import { z } from "zod";
import { descriptionWords, mediaTab as words } from "../../copy/panel/media.ts";
import { descriptionRules } from "../../features/media/kind.ts";
import { listMedia, MEDIA_FILTERS } from "../../features/media/library.owner.server.ts";
import { findMedia } from "../../features/media/queries.owner.server.ts";
import { describeMedia } from "../../features/media/writes.owner.server.ts";
import { listImageUses } from "../../features/records/image-uses.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { ownerDb } from "../../platform/http/context.server.ts";
import { pageQuery, searchQuery } from "../../platform/http/list-query.ts";
import { readPostedForm } from "../../platform/http/posted-form.server.ts";
import { IMAGE_ID } from "../../platform/text/image.ts";
import { loadOrToast } from "../saving/save.server.ts";
import type { Route } from "./+types/images";

const PER_PAGE = 24;

const asked = z.object({
  id: z.string().regex(IMAGE_ID).optional().catch(undefined),
  /** whether to look up if visitors see the image, which takes a query for each use */
  uses: z.literal("1").optional().catch(undefined),
  q: searchQuery,
  filter: z.enum(MEDIA_FILTERS).catch(""),
  page: pageQuery,
});

export async function loader({ context, url }: Route.LoaderArgs) {
  const db = context.get(ownerDb);
  const { id, uses, q, filter, page } = asked.parse(Object.fromEntries(url.searchParams));
  const { value } = await loadOrToast<object>(async () => {
    if (id) {
      const image = await findMedia(db, id);
      if (!uses || !image) return { image };
      const isPublic = (await listImageUses(db, [id])).some(({ state }) => state === "published");
      return { image, isPublic };
    }
    const list = await listMedia(db, {
      ...{ search: q, filter, month: "", timeZone: "UTC", sort: "newest", page },
      perPage: PER_PAGE,
    });
    const { rows: images, matching, pages } = list;
    return { images, matching, page: list.page, pages };
  }, words.fetchFailed);
  return Response.json(value, { status: value ? 200 : 500 });
}

const described = z.object({ id: z.string().regex(IMAGE_ID) }).and(descriptionRules);

/** Saves alt text. Returns validation errors with a 200, because they appear beside the image. */
export async function action({ request, context }: Route.ActionArgs) {
  const db = context.get(ownerDb);
  const { is_decorative, ...posted } = Object.fromEntries(await readPostedForm(request));
  const read = described.safeParse({ ...posted, is_decorative: is_decorative || "off" });
  if (!read.success) {
    if (!IMAGE_ID.test(String(posted.id))) throw data(null, { status: 400 });
    return Response.json({ image: null, error: read.error.issues[0]?.message });
  }
  const { id, ...description } = read.data;
  const { value } = await loadOrToast(async () => {
    try {
      await describeMedia(db, id, description);
      return { image: await findMedia(db, id) };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return { image: null, error: error.message };
    }
  }, descriptionWords.failed);
  return Response.json(value, { status: value ? 200 : 500 });
}
