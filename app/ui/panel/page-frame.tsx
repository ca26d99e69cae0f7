import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useRouteLoaderData } from "react-router";
import { preview } from "../../copy/panel/preview.ts";

/** Phone, tablet and desktop widths, in CSS pixels. */
const PAGE_WIDTHS = [375, 768, 1280] as const;

/** Returns the key that lets the panel frame a page. */
export const useFrameKey = () => useRouteLoaderData<{ frameKey?: string }>("panel")?.frameKey;

/** The frame's own width, so the page isn't scaled. */
export const FULL_WIDTH = 0;

/** Starts with a width that's readable in the available space. */
export function usePageWidth(box: RefObject<HTMLElement | null>) {
  const [width, setWidth] = useState<number>(1280);
  useEffect(() => {
    if (box.current) setWidth(box.current.clientWidth < PAGE_WIDTHS[1] ? 375 : 1280);
  }, [box]);
  return [width, setWidth] as const;
}

/** @param props.hasFull offers the frame's own width, too */
export function WidthChoice(props: { width: number; hasFull?: boolean; onChange: (width: number) => void }) {
  const { width, hasFull, onChange } = props;
  return (
    <fieldset className="views pagew">
      <legend className="sr">{preview.width}</legend>
      {[...(hasFull ? [FULL_WIDTH] : []), ...PAGE_WIDTHS].map((one) => (
        <button
          key={one}
          type="button"
          className="btn btn--ghost"
          aria-pressed={one === width}
          onClick={() => onChange(one)}
        >
          {one === FULL_WIDTH ? preview.fullWidth : `${one} px`}
        </button>
      ))}
    </fieldset>
  );
}

/**
 * Renders a page at this width, scaled to fit, without its scripts.
 * @param onPage receives the document of each loaded page. Until then, clicks and keys don't reach the page, because
 *   they'd be lost. WebKit requires `allow-scripts` to add listeners, so the page's CSP must forbid scripts
 *   (`script-src 'none'`)
 * @param isStill disables links and fields
 * @param top how far down a loaded page starts
 */
export function PageFrame({
  title,
  src,
  width,
  frame,
  onPage,
  isStill = false,
  top,
}: {
  title: string;
  src: string;
  width: number;
  frame?: RefObject<HTMLIFrameElement | null>;
  onPage?: (page: Document) => void;
  isStill?: boolean;
  top?: RefObject<number>;
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
  const own = useRef<HTMLIFrameElement>(null);
  const shown = frame ?? own;
  const seen = useRef<Document>(undefined);
  const [ready, setReady] = useState("");
  const tell = (page: Document | null | undefined) => {
    if (!page || page.URL === "about:blank" || page === seen.current) return;
    seen.current = page;
    onPage?.(page);
    setReady(src);
  };
  // A server-rendered frame may have loaded before hydration.
  useEffect(() => {
    const page = shown.current?.contentDocument;
    if (page?.readyState === "complete") tell(page);
  });
  const isReady = onPage === undefined || ready === src;
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    if (!isReady) hadFocus.current = document.activeElement === shown.current;
    else if (hadFocus.current && document.activeElement === document.body) shown.current?.focus();
  }, [isReady, shown]);
  const page = width === FULL_WIDTH ? size.width : width;
  const scale = size.width ? Math.min(1, size.width / page) : 1;
  return (
    <div className="pagef" ref={box}>
      <iframe
        ref={shown}
        title={title}
        src={src}
        inert={!isReady}
        sandbox={`allow-same-origin ${onPage ? "allow-scripts" : "allow-top-navigation-by-user-activation"}`}
        style={{ width: page, height: size.height / scale, transform: `scale(${scale})` }}
        onLoad={({ currentTarget: { contentDocument, contentWindow } }) => {
          if (isStill && contentDocument) contentDocument.body.inert = true;
          if (top) contentWindow?.scrollTo(0, top.current);
          tell(contentDocument);
        }}
      />
    </div>
  );
}
