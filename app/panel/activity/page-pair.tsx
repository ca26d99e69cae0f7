import { type RefObject, useEffect, useRef, useState } from "react";
import { history } from "../../copy/panel/history.ts";
import { pastPath } from "./past-path.ts";

const words = history.comparison.pages;

/** Of windows, in CSS pixels: a phone, a tablet, a computer. */
const WIDTHS = [375, 768, 1280] as const;

/** The pages of two versions, side by side where there is room, and scrolled together. `label` says when it was. */
export function PagePair({ from, to }: Record<"from" | "to", { id: string; label: string }>) {
  const [width, setWidth] = useState<number>(1280);
  const box = useRef<HTMLDivElement>(null);
  const frames = [useRef<HTMLIFrameElement>(null), useRef<HTMLIFrameElement>(null)] as const;
  useEffect(() => {
    // Where both are below each other, a phone's page is read without a glass.
    if (box.current && box.current.clientWidth < WIDTHS[1]) setWidth(WIDTHS[0]);
  }, []);
  useScrolledTogether(...frames);
  return (
    <>
      <fieldset className="views pair__w">
        <legend className="sr">{words.width}</legend>
        {WIDTHS.map((one) => (
          <button
            key={one}
            type="button"
            className="btn btn--ghost"
            aria-pressed={one === width}
            onClick={() => setWidth(one)}
          >
            {one} px
          </button>
        ))}
      </fieldset>
      <div className="pair" ref={box}>
        <PageFrame title={words.earlier(from.label)} id={from.id} width={width} frame={frames[0]} />
        <PageFrame title={words.later(to.label)} id={to.id} width={width} frame={frames[1]} />
      </div>
    </>
  );
}

type Frame = RefObject<HTMLIFrameElement | null>;

/** A page as a window of this width shows it, made smaller where there is no room for that. */
function PageFrame({ title, id, width, frame }: { title: string; id: string; width: number; frame: Frame }) {
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
    <figure>
      <figcaption className="subtle xs">{title}</figcaption>
      <div className="pair__b" ref={box}>
        {/* Nothing of it runs; its bar leads the whole window elsewhere. */}
        <iframe
          ref={frame}
          title={title}
          src={pastPath(id)}
          sandbox="allow-same-origin allow-top-navigation-by-user-activation"
          style={{ width, height: size.height / scale, transform: `scale(${scale})` }}
        />
      </div>
    </figure>
  );
}

/** Where one of them is scrolled, the other one follows to the same part of its page. */
function useScrolledTogether(first: Frame, second: Frame) {
  useEffect(() => {
    const last = [0, 0];
    let next = 0;
    // Looked at instead of listened to: a browser need not tell of what happens in a frame without scripts.
    const look = () => {
      next = requestAnimationFrame(look);
      const pages = [first, second].map(({ current }) => current?.contentWindow);
      const moved = pages.findIndex((page, i) => page && Math.abs(page.scrollY - last[i]!) >= 1);
      const [leader, follower] = [pages[moved], pages[1 - moved]];
      if (leader && follower) {
        const part = leader.scrollY / (scrollable(leader) || 1);
        follower.scrollTo({ top: part * scrollable(follower), behavior: "instant" });
      }
      pages.forEach((page, i) => {
        last[i] = page?.scrollY ?? 0;
      });
    };
    look();
    return () => cancelAnimationFrame(next);
  }, [first, second]);
}

function scrollable({ document, innerHeight }: Window) {
  return Math.max(0, (document.scrollingElement?.scrollHeight ?? 0) - innerHeight);
}
