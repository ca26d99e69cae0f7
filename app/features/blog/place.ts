import { href } from "react-router";

/** What of a record tells its address, and who knows it. */
type Row = { id: string; slug: string; published: boolean; was_published: boolean };

/** A post's address; visitors reach published ones, and know those that ever were. */
export const placeOf = ({ id, slug, published, was_published }: Row) => ({
  record: id,
  path: href("/blog/:slug", { slug }),
  isPublic: published,
  isKnown: was_published,
});

/** Its address where visitors reach it, else null. */
export function publicPath(row: Row): string | null {
  const { isPublic, path } = placeOf(row);
  return isPublic ? path : null;
}
