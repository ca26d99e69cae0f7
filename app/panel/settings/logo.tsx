import { Image as ImageIcon } from "lucide-react";
import { type ReactNode, useState } from "react";
import { href, Link } from "react-router";
import { BUILT_IN_MARK } from "../../copy/business.ts";
import { brandCard } from "../../copy/panel/brand.ts";
import { imageId, imagePath, type MediaItem } from "../../platform/text/image.ts";
import { CardSection } from "../../ui/panel/card-section.tsx";
import { filesOf } from "../../ui/panel/image-files.ts";
import { useImageLibrary } from "../../ui/panel/image-library.ts";
import { ImageThumb } from "../../ui/panel/image-thumb.tsx";
import { useLibraryImage } from "../../ui/panel/image-used.ts";
import { latePart, loadPart } from "../../ui/panel/late-part.tsx";
import { Mark } from "../../ui/panel/mark.tsx";
import { useSaveFetcher } from "../../ui/panel/row-action.ts";
import type { LogoText } from "./logo.server.ts";

const words = brandCard.images;
const CONTENT = href("/admin-control-panel-seoprozone/content");
const Picker = latePart(
  async () => (await loadPart(() => import("../../ui/panel/image-picker.tsx"))).SingleImagePicker,
);

/**
 * Renders the logos and the name next to them. They're texts, saved through the Content tab.
 * @param props.texts in the order of the boxes, then the name
 */
export function LogoCard({ texts, siteTitle }: { texts: readonly LogoText[]; siteTitle: string }) {
  const [logo, dark, mark, name] = texts as [LogoText, LogoText, LogoText, LogoText];
  const shownName = name.content_value.replaceAll("{site}", () => siteTitle);
  const [light, onDark, square] = [useShown(logo), useShown(dark), useShown(mark)];
  const initials = <Mark siteTitle={siteTitle} size={40} />;
  const own = (image: MediaItem | string | null, variant?: string) =>
    typeof image === "string" ? (
      <img className={`logo-own ${variant ?? ""}`} src={image} alt="" height={40} />
    ) : (
      image && <ImageThumb image={image} />
    );
  const previews: ReactNode[] = [
    own(light) ?? initials,
    own(onDark) ?? own(light, "logo-own--plate") ?? initials,
    own(square) ?? initials,
  ];
  return (
    <CardSection id="logo" title={words.title} about={words.about} icon={ImageIcon}>
      <div className="sett__b">
        <div className="brand__samples">
          {words.boxes.map((box, i) => (
            <LogoBox
              key={box.text}
              {...box}
              empty={light ? box.empty : words.boxes[0].empty}
              value={texts[i]!}
              siteTitle={siteTitle}
              isDark={i === 1}
            >
              {previews[i]}
              {i < 2 && shownName && <b>{shownName}</b>}
            </LogoBox>
          ))}
        </div>
        <NameBeside text={name} shown={shownName} />
      </div>
    </CardSection>
  );
}

/** Returns the image's URL; the image itself until it's processed; null if there's none. */
function useShown({ content_value }: LogoText): MediaItem | string | null {
  const own = useLibraryImage(useImageLibrary(), imageId(content_value));
  if (content_value === BUILT_IN_MARK || own.isGone) return null;
  return imageId(content_value) ? (own.image?.thumb ?? own.image) : content_value;
}

/** Posts to the Content tab. Undo and errors appear as toasts. */
function useText({ id, page_name, section_name, content_key, content_type, version, opened }: LogoText) {
  const fetcher = useSaveFetcher();
  const of = { page_name, section_name, content_key, content_type, version, opened };
  const post = (fields: Record<string, string>) =>
    fetcher.submit({ ...of, id: id ?? "", ...fields }, { method: "post", action: CONTENT });
  return {
    isBusy: fetcher.state !== "idle",
    save: (content_value: string) => post({ intent: "update", content_value }),
    reset: () => post({ intent: "delete" }),
  };
}

function LogoBox({
  value,
  label,
  hint,
  empty,
  siteTitle,
  isDark,
  children,
}: {
  value: LogoText;
  label: string;
  hint: string;
  empty: string;
  siteTitle: string;
  isDark: boolean;
  children: ReactNode;
}) {
  const library = useImageLibrary();
  const [picking, setPicking] = useState<{ start?: File[] } | null>(null);
  const { isBusy, save, reset } = useText(value);
  const isOwn = value.content_value !== BUILT_IN_MARK;
  const of = <span className="sr"> {label}</span>;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files can also be chosen with the button
    <div
      className="logobox"
      onDragOver={(event) => event.dataTransfer.types.includes("Files") && event.preventDefault()}
      onDrop={(event) => {
        const files = filesOf(event.dataTransfer);
        if (!files.length) return;
        event.preventDefault();
        setPicking({ start: files });
      }}
    >
      <div className="brand__sample logobox__p" data-theme={isDark ? "dark" : "light"}>
        {children}
      </div>
      <div>
        <b>{label}</b>
        <p className="hint">{hint}</p>
        <p className="hint">{isOwn ? value.waiting && words.drafted : `Now: ${empty}.`}</p>
      </div>
      <div className="btns">
        <button type="button" className="btn btn--line" disabled={isBusy} onClick={() => setPicking({})}>
          {isBusy && <span className="spin" aria-hidden />}
          {isOwn ? words.replace : words.choose}
          {of}
        </button>
        {isOwn && value.id && (
          <button type="button" className="btn btn--ghost" disabled={isBusy} onClick={reset}>
            {words.remove}
            {of}
          </button>
        )}
      </div>
      <MoreLink text={value}>
        {words.more}
        {of}
      </MoreLink>
      {library && picking && (
        <Picker
          library={library}
          start={picking.start}
          alt={words.alt(siteTitle)}
          onPicked={({ id }) => {
            setPicking(null);
            save(imagePath(id));
          }}
          onClose={() => setPicking(null)}
        />
      )}
    </div>
  );
}

/** Links to the text's form, which shows the draft if there is one. */
function MoreLink({ text, children }: { text: LogoText; children: ReactNode }) {
  const asked = new URLSearchParams({ edit: text.key, ...(text.waiting && { draft: "1" }) });
  return (
    <Link className="more" to={`${CONTENT}?${asked}`}>
      {children}
    </Link>
  );
}

function NameBeside({ text, shown }: { text: LogoText; shown: string }) {
  const { name } = words;
  const { isBusy, save, reset } = useText(text);
  return (
    <>
      <h3 className="fsec">{name.label}</h3>
      <p className="muted">{shown ? name.shown(shown) : name.hidden}</p>
      <div className="btns">
        <button
          type="button"
          className="btn btn--line"
          disabled={isBusy}
          onClick={() => (shown ? save("") : reset())}
        >
          {shown ? name.hide : name.show}
        </button>
        <MoreLink text={text}>{name.edit}</MoreLink>
      </div>
    </>
  );
}
