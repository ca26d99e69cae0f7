import { useState } from "react";
import { followsTitle, slugify } from "../../platform/text/slug.ts";
import { type FieldState, TextField } from "./field.tsx";

/**
 * Returns a slug that follows the title until the slug is edited by hand, and again once it's emptied (decision
 * 0035.20).
 * @param saved the stored slug, which doesn't follow the title
 */
export function useSlug(form: { title?: string; slug?: string }, saved: string | undefined) {
  const [slug, setSlug] = useState(form.slug ?? "");
  const [isFollowing, setFollowing] = useState(followsTitle(form, saved));
  return {
    slug,
    follow(title: string) {
      if (isFollowing) setSlug(slugify(title));
    },
    edit(typed: string) {
      setSlug(typed);
      setFollowing(typed === "");
    },
    tidy: () => setSlug(slugify(slug)),
  };
}

export function SlugField({
  field,
  value: { slug, edit, tidy },
}: {
  field: FieldState;
  value: ReturnType<typeof useSlug>;
}) {
  return (
    <TextField
      field={field}
      label="Slug"
      className="input mono"
      hint="Defaults to the title."
      value={slug}
      onChange={(event) => edit(event.currentTarget.value)}
      onBlur={tidy}
    />
  );
}
