import { href } from "react-router";

/** A case study's address; visitors reach published ones. */
export const placeOf = ({ slug, published }: { slug: string; published: boolean }) => ({
  path: href("/case-studies/:slug", { slug }),
  isPublic: published,
});
