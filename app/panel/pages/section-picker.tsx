import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { landingPages } from "../../copy/panel/landing-pages.ts";
import { SECTION_TYPES, type SectionType } from "../../features/landing-pages/sections.ts";
import { IconButton } from "../../ui/panel/icon-button.tsx";

const words = landingPages.sections;

/** A bar in the 48×30 sketch: x, y, width, height, tone. */
type Bar = readonly [number, number, number, number, ("a" | "b" | "z")?];

const rows = (x: number, width: number, ...ys: number[]): Bar[] => ys.map((y) => [x, y, width, 2] as const);
const boxes = (count: number, y = 10, height = 14): Bar[] =>
  Array.from({ length: count }, (_, i) => [3 + (i * 42) / count, y, 42 / count - 2, height] as const);

const DRAWINGS: Record<SectionType, readonly Bar[]> = {
  hero: [[3, 6, 22, 4, "b"], ...rows(3, 18, 13, 17), [3, 22, 9, 4, "a"], [30, 5, 15, 21]],
  text: [[9, 4, 18, 3, "b"], ...rows(9, 30, 11, 15, 19, 23)],
  image_text: [[3, 6, 14, 3, "b"], ...rows(3, 18, 12, 16, 20), [25, 5, 20, 20, "z"]],
  reasons: [
    [3, 4, 16, 3, "b"],
    [3, 12, 3, 3, "a"],
    ...rows(8, 12, 12, 16),
    [25, 12, 3, 3, "a"],
    ...rows(30, 14, 12, 16),
  ],
  steps: [
    [3, 4, 16, 3, "b"],
    ...[3, 17, 31].flatMap((x): Bar[] => [[x, 12, 12, 1, "a"], ...rows(x, 10, 16, 20)]),
  ],
  stats: [...boxes(4), ...[5, 15.5, 26, 36.5].map((x) => [x, 13, 6, 4, "b"] as const)],
  prices: [...boxes(3, 5, 21), ...[6, 20, 34].map((x) => [x, 9, 7, 4, "a"] as const)],
  comparison: [[3, 5, 42, 3, "b"], ...rows(3, 42, 12, 17, 22), [20, 5, 10, 20, "z"]],
  case_studies: [...boxes(3, 5, 21), ...[3, 17, 31].map((x) => [x, 5, 12, 9, "z"] as const)],
  testimonials: [
    ...boxes(2, 5, 21),
    [6, 9, 4, 3, "a"],
    [27, 9, 4, 3, "a"],
    ...rows(6, 12, 15),
    ...rows(27, 12, 15),
  ],
  people: [
    [3, 5, 14, 3, "b"],
    ...rows(3, 12, 11),
    [3, 17, 9, 4, "a"],
    ...[20, 34].flatMap((x): Bar[] => [[x, 5, 7, 8, "z"], ...rows(x, 10, 16, 20)]),
  ],
  proof: [...boxes(3, 7, 6), ...[3, 17, 31].map((x) => [x, 7, 5, 6, "z"] as const), ...rows(3, 38, 18, 22)],
  faq: [
    [3, 4, 18, 3, "b"],
    ...rows(3, 38, 11, 17, 23),
    ...[11, 17, 23].map((y) => [43, y, 2, 2, "a"] as const),
  ],
  logos: boxes(5, 12, 6),
  video: [
    [7, 3, 34, 24, "b"],
    [21, 12, 6, 6, "z"],
  ],
  form: [
    [3, 6, 16, 3, "b"],
    ...rows(3, 14, 12, 16),
    ...[5, 11, 16].map((y) => [24, y, 21, 3.5] as const),
    [24, 22, 21, 4, "a"],
  ],
  call: [
    [2, 4, 44, 22, "z"],
    [6, 9, 20, 4, "b"],
    [6, 18, 10, 4, "a"],
  ],
};

export function SectionThumb({ type }: { type: SectionType }) {
  return (
    <svg className="lpick__thumb" viewBox="0 0 48 30" aria-hidden="true">
      {DRAWINGS[type].map(([x, y, width, height, tone = "c"]) => (
        <rect key={`${x} ${y} ${tone}`} {...{ x, y, width, height }} rx="1" className={`lpick__${tone}`} />
      ))}
    </svg>
  );
}

/** @param props.used the types already on the page */
export function SectionPicker(props: {
  used: readonly SectionType[];
  onPick: (type: SectionType) => void;
  onClose: () => void;
}) {
  const { used, onPick, onClose } = props;
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <section className="lpick" aria-label={words.pick} tabIndex={-1} ref={box}>
      <div className="lpick__head">
        <b>{words.pick}</b>
        <IconButton icon={X} title={words.close} onClick={onClose}>
          {words.close}
        </IconButton>
      </div>
      <ul>
        {SECTION_TYPES.map((type) => (
          <li key={type}>
            <button
              type="button"
              className="lpick__type"
              disabled={type === "hero" && used.includes("hero")}
              onClick={() => onPick(type)}
            >
              <SectionThumb type={type} />
              {words.types[type]}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
