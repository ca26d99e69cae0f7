import { type ReactNode, useState } from "react";
import { META_DESCRIPTION_MIN_CHARS, META_TITLE_MIN_CHARS } from "../../copy/business.ts";
import { SEARCH_LABELS, searchFields as words } from "../../copy/panel/search-fields.ts";
import { TextAreaField, TextField } from "../../ui/panel/field.tsx";
import { ImageField } from "../../ui/panel/image-field.tsx";
import type { useSaveForm } from "../../ui/panel/save-form.ts";
import { Switch } from "../../ui/panel/switch.tsx";
import { canonicalOf } from "./canonical.ts";
import { CharacterCount } from "./counter.tsx";
import { LinkPreview, SearchResult } from "./preview.tsx";
import { DESCRIPTION_HINT_CHARS, TITLE_HINT_CHARS } from "./rules.ts";
import { useTypedFields } from "./typed-fields.ts";
import { useShareCard } from "./use-share-card.ts";

/** Data from other parts of the form. */
export type Searched = {
  /** absolute */
  url: string;
  /** used for empty fields */
  defaults: { title: string; description: string; keywords: string };
  /** the image on the page itself */
  image?: string;
};

type Values = {
  [Name in keyof typeof SEARCH_LABELS]?: Name extends `is_${string}` ? boolean : string;
};

/** Placeholder for an image that is only generated once the page is public. */
const NOT_DRAWN =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 100"><rect width="160" height="100" fill="#f6f7f4"/><rect y="68" width="160" height="12" fill="#e2f54b"/></svg>';

/**
 * Renders the fields and their previews.
 * @param props.drawn URL of the generated share image; null if there's none yet
 * @param props.isPublic whether the page can have a public URL
 * @param props.describe called with a function that reads a field
 * @param props.confirmation the field that confirms hiding the page
 */
export function SearchFields(props: {
  saving: Pick<ReturnType<typeof useSaveForm>, "form" | "labeled" | "element">;
  values: Values;
  siteTitle: string;
  drawn: string | null;
  isPublic?: boolean;
  keywordsHint: string;
  describe: (typed: (name: string) => string) => Searched;
  confirmation?: (isIndexable: boolean) => ReactNode;
  children?: ReactNode;
}) {
  const { saving, values, siteTitle, drawn, isPublic = true, keywordsHint, confirmation, children } = props;
  const { form, labeled, element } = saving;
  const typed = useTypedFields(element, values);
  const [title, setTitle] = useState(values.meta_title ?? "");
  const [description, setDescription] = useState(values.meta_description ?? "");
  const [isIndexable, setIndexable] = useState(values.is_indexable ?? true);
  const [chosen, setChosen] = useState(values.share_image ?? "");
  const { url, defaults, image = "" } = props.describe(typed);
  const card = useShareCard({ chosen, own: image, drawn });
  const canonical = canonicalOf(typed("canonical_url").trim(), url);
  const shown = { title: title.trim() || defaults.title, siteTitle, url };
  return (
    <div className="seof">
      <div className="seof__cols">
        <div className="seof__part">
          <SearchResult
            {...shown}
            description={description.trim() || defaults.description}
            notes={[
              ...(isIndexable ? [] : [words.hidden]),
              ...(canonical === url ? [] : [words.elsewhere(canonical)]),
            ]}
          />
          <div>
            <TextField
              {...labeled("meta_title")}
              placeholder={defaults.title}
              value={title}
              onChange={(event) => setTitle(event.currentTarget.value)}
            />
            <CharacterCount
              id={`${form.id}-title-count`}
              text={title}
              min={META_TITLE_MIN_CHARS}
              max={TITLE_HINT_CHARS}
            />
          </div>
          <div>
            <TextAreaField
              {...labeled("meta_description")}
              placeholder={defaults.description}
              rows={4}
              value={description}
              onChange={(event) => setDescription(event.currentTarget.value)}
            />
            <CharacterCount
              id={`${form.id}-description-count`}
              text={description}
              min={META_DESCRIPTION_MIN_CHARS}
              max={DESCRIPTION_HINT_CHARS}
            />
          </div>
          <TextField {...labeled("meta_keywords")} placeholder={defaults.keywords} hint={keywordsHint} />
        </div>
        <div className="seof__part">
          <LinkPreview {...shown} image={card.image} />
          {isPublic && (
            <>
              <ImageField
                {...labeled("share_image")}
                cover={card.fallback?.src ?? NOT_DRAWN}
                coverHint={card.isOwn ? words.shareOwn : words.shareDrawn}
                usedHint={card.isTooSmall ? words.shareTooSmall : words.shareUsed}
                onChange={setChosen}
              />
              <TextField
                {...labeled("canonical_url")}
                isOptional
                inputMode="url"
                placeholder={words.canonicalExample}
                hint={words.canonical}
              />
            </>
          )}
          <div className="seof__switches">
            <Switch
              name="is_indexable"
              label={SEARCH_LABELS.is_indexable}
              isOn={values.is_indexable ?? true}
              onChange={setIndexable}
            />
            {confirmation?.(isIndexable)}
            <Switch
              name="is_followable"
              label={SEARCH_LABELS.is_followable}
              isOn={values.is_followable ?? true}
            />
          </div>
        </div>
      </div>
      {children}
    </div>
  );
}
