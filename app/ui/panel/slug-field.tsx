import { useState } from "react";
import { followsTitle, slugify } from "../../platform/text/slug.ts";
import { type FieldState, TextField } from "./field.tsx";

/**
 * Returns the slug of a form, for `SlugField`: it follows the title until it's edited by hand, and again once it's
 * emptied (decision 0035.20).
 * @param form the form's initial values
 * @param saved the record's slug, which stays
 * @returns the current `slug`; `follow` for each change of the title
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

/** Renders a record's slug. */
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
