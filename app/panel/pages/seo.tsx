import { Check, EyeOff, X } from "lucide-react";
import { useState } from "react";
import { href } from "react-router";
import { META_DESCRIPTION_MIN_CHARS, META_TITLE_MIN_CHARS } from "../../copy/business.ts";
import { messages } from "../../copy/messages.ts";
import { pagePath } from "../../copy/site/page-path.ts";
import { SHARE_FROM } from "../../features/media/media.ts";
import { CharacterCount } from "../../features/page-seo/counter.tsx";
import { SEO_LABELS } from "../../features/page-seo/labels.ts";
import { SeoPreview } from "../../features/page-seo/preview.tsx";
import {
  CONFIRMATION,
  DESCRIPTION_HINT_CHARS,
  needsConfirmationToHide,
  pageSeoRules,
  TITLE_HINT_CHARS,
} from "../../features/page-seo/rules.ts";
import { CheckThisPage } from "../../features/publish-checks/report.tsx";
import { imageId } from "../../platform/text/image.ts";
import { type AutosaveChoice, AutosaveOffer, AutosaveState } from "../../ui/panel/autosave-offer.tsx";
import { TextAreaField, TextField } from "../../ui/panel/field.tsx";
import { FormDialog } from "../../ui/panel/form-dialog.tsx";
import { ImageField } from "../../ui/panel/image-field.tsx";
import { useImageLibrary } from "../../ui/panel/image-library.ts";
import { focusOf } from "../../ui/panel/image-thumb.tsx";
import { useLibraryImage } from "../../ui/panel/image-used.ts";
import { autosaved, useAutosavedForm } from "../../ui/panel/record-form.tsx";
import { Switch } from "../../ui/panel/switch.tsx";
import { isPublic } from "../../ui/panel/waiting-changes.tsx";
import type { Route } from "./+types/tab";

const CHECKS = href("/admin-control-panel-seoprozone/page-checks");

type Seo = NonNullable<Route.ComponentProps["loaderData"]["seo"]>;

/** What search engines get of the page, in short. */
export function SeoSummary({ seo }: { seo: Seo }) {
  const { record, image, siteTitle, siteDescription } = seo;
  return (
    <section className="card box seosum" aria-label="SEO settings for this page">
      <div>
        <h2>{record.meta_title || siteTitle}</h2>
        <p className="muted">{record.meta_description || siteDescription}</p>
      </div>
      <div className="tags">
        {image ? (
          <>
            <Flag isOn={record.is_indexable} on="Indexable" off="Noindex" />
            <Flag isOn={record.is_followable} on="Links followed" off="Nofollow" />
          </>
        ) : (
          <span className="badge badge--warn">
            <EyeOff className="i i-sm" aria-hidden />
            No public page
          </span>
        )}
      </div>
    </section>
  );
}

function Flag({ isOn, on, off }: { isOn: boolean; on: string; off: string }) {
  const Icon = isOn ? Check : X;
  return (
    <span className={isOn ? "badge badge--up" : "badge badge--warn"}>
      <Icon className="i i-sm" aria-hidden />
      {isOn ? on : off}
    </span>
  );
}

/**
 * The page's social preview.
 * @param chosen the owner's image, if any
 * @param drawn the generated image; null for a page without a URL
 */
function useShareCard(chosen: string, drawn: string | null) {
  const id = imageId(chosen);
  const { image, isGone } = useLibraryImage(useImageLibrary(), id);
  const isTooSmall =
    image?.state === "ready" &&
    image.mime !== "image/svg+xml" &&
    (image.width < SHARE_FROM.width || image.height < SHARE_FROM.height);
  if (!chosen || isGone || isTooSmall || (id && !image?.thumb)) return { image: drawn, isTooSmall };
  return { image: chosen, isTooSmall, focus: image ? focusOf(image) : undefined };
}

type Props = {
  seo: Seo;
  choice: AutosaveChoice;
  onSaved: (isPublic: boolean) => void;
  onClose: () => void;
};

/** Edits one page's SEO with live previews (SPEC 2, 5; the fields of CONTRACT). */
export const SeoDialog = autosaved(({ seo, choice, onSaved, onClose }: Props) => {
  const { name, form: saved, url, image, siteTitle, siteDescription, updated } = seo;
  const { builtIn } = saved;
  const needsConfirmation = needsConfirmationToHide(name, seo.record.is_indexable);
  const words = messages.pageSeo;
  const saving = useAutosavedForm({
    record: { ...saved, id: name },
    waiting: seo.waiting,
    created: {},
    choice,
    schema: pageSeoRules(needsConfirmation),
    labels: SEO_LABELS,
    failed: words.updateFailed,
    onSaved: (posted) => onSaved(isPublic(posted)),
  });
  const { form, field, labeled } = saving.form;
  const record = { ...saved, ...saving.values };
  const [title, setTitle] = useState(record.meta_title);
  const [description, setDescription] = useState(record.meta_description);
  const [isIndexable, setIndexable] = useState(record.is_indexable);
  const [chosen, setChosen] = useState(record.share_image);
  const card = useShareCard(chosen, image);
  const shownTitle = title.trim() || builtIn.meta_title || siteTitle;
  const shownDescription = description.trim() || builtIn.meta_description || siteDescription;
  const titleCount = `${form.id}-title-count`;
  const descriptionCount = `${form.id}-description-count`;
  return (
    <FormDialog
      saving={saving.form}
      name="page-seo"
      posts={{ ...saving.posts, intent: "seo", name }}
      title="SEO settings"
      about={name}
      size="wide"
      record={{ kind: "page-seo", id: name }}
      waiting={saving.waiting}
      foot={
        <>
          <AutosaveState {...saving.autosave} />
          {updated && <span className="subtle xs">Updated {updated}</span>}
        </>
      }
      onClose={onClose}
    >
      <AutosaveOffer {...saving.offer} />
      {!image && (
        <p className="hint">
          There's no public page with this name yet. What you save here applies once there is.
        </p>
      )}
      <div className="fgrid fgrid--2 fgrid--wide">
        <div className="seof">
          <div>
            <TextField
              {...labeled("meta_title")}
              placeholder={builtIn.meta_title || siteTitle}
              value={title}
              onChange={(event) => setTitle(event.currentTarget.value)}
            />
            <CharacterCount id={titleCount} text={title} min={META_TITLE_MIN_CHARS} max={TITLE_HINT_CHARS} />
          </div>
          <div>
            <TextAreaField
              {...labeled("meta_description")}
              placeholder={builtIn.meta_description || siteDescription}
              rows={5}
              value={description}
              onChange={(event) => setDescription(event.currentTarget.value)}
            />
            <CharacterCount
              id={descriptionCount}
              text={description}
              min={META_DESCRIPTION_MIN_CHARS}
              max={DESCRIPTION_HINT_CHARS}
            />
          </div>
          <TextField
            {...labeled("meta_keywords")}
            placeholder={builtIn.meta_keywords}
            hint="Empty fields fall back to the built-in default, then to the value on the Settings tab."
          />
          {image && (
            <ImageField
              {...labeled("share_image")}
              cover={image}
              coverHint={words.shareDrawn}
              usedHint={card.isTooSmall ? words.shareTooSmall : words.shareUsed}
              onChange={setChosen}
            />
          )}
          <div className="seof__switches">
            <Switch
              name="is_indexable"
              label={SEO_LABELS.is_indexable}
              isOn={record.is_indexable}
              onChange={setIndexable}
            />
            {needsConfirmation && !isIndexable && (
              <TextField
                field={field("confirmation")}
                label={`Type ${CONFIRMATION} to hide the home page from search engines`}
                autoComplete="off"
                autoCapitalize="none"
              />
            )}
            <Switch name="is_followable" label={SEO_LABELS.is_followable} isOn={record.is_followable} />
          </div>
        </div>
        <SeoPreview
          title={shownTitle}
          description={shownDescription}
          siteTitle={siteTitle}
          url={url}
          image={card.image}
          focus={card.focus}
          isIndexable={isIndexable}
        />
        {image && <CheckThisPage from={CHECKS} path={pagePath(name)} isPublic />}
      </div>
    </FormDialog>
  );
});
