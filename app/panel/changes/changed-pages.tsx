import { Monitor } from "lucide-react";
import { useId, useRef, useState } from "react";
import { changes } from "../../copy/panel/changes.ts";
import { PageFrame, useFrameKey, usePageWidth, WidthChoice } from "../../ui/panel/page-frame.tsx";
import { type ChangedPage, previewOf } from "./changed-page.ts";
import { Part } from "./part.tsx";

const words = changes.pages;

type Props = {
  /** the names of the drafts that the pages show */
  drafts: readonly string[];
  pages: readonly ChangedPage[];
};

export function ChangedPages({ drafts, pages }: Props) {
  const [isOpen, setOpen] = useState(false);
  const panel = useId();
  if (!pages.length) return null;
  return (
    <Part
      title={words.title}
      about={words.about}
      control={
        <button
          type="button"
          className="btn btn--line"
          aria-expanded={isOpen}
          aria-controls={isOpen ? panel : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <Monitor className="i" aria-hidden />
          {isOpen ? words.hide : words.show}
        </button>
      }
    >
      {isOpen && (
        <div id={panel}>
          <OpenPages drafts={drafts} pages={pages} />
        </div>
      )}
    </Part>
  );
}

function OpenPages({ drafts, pages }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = usePageWidth(box);
  const [chosen, setChosen] = useState("");
  const frameKey = useFrameKey();
  const page = pages.find(({ key }) => key === chosen) ?? pages[0]!;
  const src = `${previewOf(drafts, page)}&frame=${frameKey}`;
  return (
    <div ref={box}>
      <div className="btns changes__pages">
        {pages.length > 1 && (
          <select
            className="input"
            aria-label={words.choose}
            value={page.key}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          >
            {pages.map(({ key, name }) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </select>
        )}
        <WidthChoice width={width} onChange={setWidth} />
      </div>
      <PageFrame key={page.key} title={words.frame(page.name)} src={src} width={width} isStill />
    </div>
  );
}
