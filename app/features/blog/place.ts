import { href } from "react-router";

/** A post's address; visitors reach published ones. */
export const placeOf = ({ slug, published }: { slug: string; published: boolean }) => ({
  path: href("/blog/:slug", { slug }),
  isPublic: published,
});
