import { useEffect, useState } from "react";
import { followsTitle, slugify } from "../../platform/text/slug.ts";
import { type FieldState, TextField } from "./field.tsx";
import { loadPart } from "./late-part.tsx";

/**
 * Returns a slug that follows the title until the slug is edited by hand, and again once it's emptied (decision
 * 0035.20).
 * @param saved the stored slug, which doesn't follow the title
 */
export function useSlug(form: { title?: string; slug?: string }, saved: string | undefined) {
  const [slug, setSlug] = useState(form.slug ?? "");
  const [title, setTitle] = useState(form.title ?? "");
  const [isFollowing, setFollowing] = useState(followsTitle(form, saved));
  return {
    slug,
    title,
    follow(typed: string) {
      setTitle(typed);
      if (isFollowing) setSlug(slugify(typed));
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
  value: { slug, title, edit, tidy },
}: {
  field: FieldState;
  value: ReturnType<typeof useSlug>;
}) {
  const spelled = useSpelledOut(title);
  return (
    <>
      <TextField
        field={field}
        label="Slug"
        className="input mono"
        hint="Defaults to the title."
        value={slug}
        onChange={(event) => edit(event.currentTarget.value)}
        onBlur={tidy}
      />
      {spelled && slug !== spelled && slug === slugify(title) && (
        <button type="button" className="btn btn--soft btn--sm" onClick={() => edit(spelled)}>
          Use “{spelled}”
        </button>
      )}
    </>
  );
}

/**
 * Returns a slug with a title's other letters spelled out, such as "strasse" for "Straße" instead of SPEC's
 * "strae"; empty if there are none. The tables for it are large, so they load only when needed.
 */
function useSpelledOut(title: string): string {
  const [spelled, setSpelled] = useState("");
  useEffect(() => {
    let isShown = true;
    if (/^[\0-\x7f]*$/.test(title)) setSpelled("");
    else
      loadPart(() => import("../../platform/text/to-ascii.ts")).then(
        ({ toAscii }) => isShown && setSpelled(slugify(toAscii(title))),
        () => {},
      );
    return () => {
      isShown = false;
    };
  }, [title]);
  return spelled;
}
