import { type RefObject, useEffect, useRef } from "react";
import { history } from "../../copy/panel/history.ts";
import { PageFrame, useFrameKey, usePageWidth, WidthChoice } from "../../ui/panel/page-frame.tsx";
import { pastPath } from "./past-path.ts";

const words = history.comparison.pages;

/** Renders two versions of a page, which scroll together. `label` is a version's time. */
export function PagePair({ from, to }: Record<"from" | "to", { id: string; label: string }>) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = usePageWidth(box);
  const key = useFrameKey();
  const frames = [useRef<HTMLIFrameElement>(null), useRef<HTMLIFrameElement>(null)] as const;
  useScrolledTogether(...frames);
  return (
    <>
      <WidthChoice width={width} onChange={setWidth} />
      <div className="pair" ref={box}>
        <Version
          title={words.earlier(from.label)}
          src={pastPath(from.id, key)}
          width={width}
          frame={frames[0]}
        />
        <Version title={words.later(to.label)} src={pastPath(to.id, key)} width={width} frame={frames[1]} />
      </div>
    </>
  );
}

type Frame = RefObject<HTMLIFrameElement | null>;

function Version(shown: { title: string; src: string; width: number; frame: Frame }) {
  return (
    <figure>
      <figcaption className="subtle xs">{shown.title}</figcaption>
      <PageFrame {...shown} />
    </figure>
  );
}

/** Scrolls both frames together, in proportion to their heights. */
function useScrolledTogether(first: Frame, second: Frame) {
  useEffect(() => {
    const last = [0, 0];
    let next = 0;
    // Poll: browsers don't have to fire scroll events for frames without scripts.
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
