// Pages of the site shown in the panel as windows of different widths have them.
import { type RefObject, useEffect, useRef, useState } from "react";
import { useRouteLoaderData } from "react-router";
import { preview } from "../../copy/panel/preview.ts";

/** Of windows, in CSS pixels: a phone, a tablet, a computer. */
const PAGE_WIDTHS = [375, 768, 1280] as const;

/** What the addresses in frames of the panel name, so that no other page can frame them. */
export const useFrameKey = () => useRouteLoaderData<{ frameKey?: string }>("panel")?.frameKey;

/** The width at which pages are shown: at first a phone's where there is room for no more. */
export function usePageWidth(box: RefObject<HTMLElement | null>) {
  const [width, setWidth] = useState<number>(1280);
  useEffect(() => {
    if (box.current && box.current.clientWidth < PAGE_WIDTHS[1]) setWidth(PAGE_WIDTHS[0]);
  }, [box]);
  return [width, setWidth] as const;
}

/** The buttons that choose the width of the window in which pages are shown. */
export function WidthChoice({ width, onChange }: { width: number; onChange: (width: number) => void }) {
  return (
    <fieldset className="views pagew">
      <legend className="sr">{preview.width}</legend>
      {PAGE_WIDTHS.map((one) => (
        <button
          key={one}
          type="button"
          className="btn btn--ghost"
          aria-pressed={one === width}
          onClick={() => onChange(one)}
        >
          {one} px
        </button>
      ))}
    </fieldset>
  );
}

/**
 * A page as a window of this width shows it, made smaller where there is no room for that. Nothing of it runs.
 * @param title what assistive technology calls it
 * @param isStill its links and fields do nothing: where they lead may not be shown in a frame
 */
export function PageFrame({
  title,
  src,
  width,
  frame,
  isStill = false,
}: {
  title: string;
  src: string;
  width: number;
  frame?: RefObject<HTMLIFrameElement | null>;
  isStill?: boolean;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const measured = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    if (box.current) measured.observe(box.current);
    return () => measured.disconnect();
  }, []);
  const scale = size.width ? Math.min(1, size.width / width) : 1;
  return (
    <div className="pagef" ref={box}>
      <iframe
        ref={frame}
        title={title}
        src={src}
        sandbox="allow-same-origin allow-top-navigation-by-user-activation"
        style={{ width, height: size.height / scale, transform: `scale(${scale})` }}
        onLoad={({ currentTarget: { contentDocument } }) => {
          if (isStill && contentDocument) contentDocument.body.inert = true;
        }}
      />
    </div>
  );
}
