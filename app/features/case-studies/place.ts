import { href } from "react-router";

/** What of a record tells its address, and who knows it. */
type Row = { slug: string; published: boolean; was_published: boolean };

/** A case study's address; visitors reach published ones, and know those that ever were. */
export const placeOf = ({ slug, published, was_published }: Row) => ({
  path: href("/case-studies/:slug", { slug }),
  isPublic: published,
  isKnown: was_published,
});
