// Portraits of the sample people, drawn in one hand. Real people have photos or their initials.
import type { ReactNode } from "react";

const INK = "#0a0f1e";

type Look = {
  ground: string;
  skin: string;
  /** the shadow below the chin */
  shade: string;
  hair: string;
  top: string;
  /** what's behind the head, and what's in front of it */
  behind?: string;
  front: string;
  extra?: ReactNode;
  /** the mouth's color, on a beard */
  mouth?: string;
};

const COLLAR = <path d="M36 76 48 90 60 76" fill="none" stroke="#fff" strokeWidth="5" />;
const GLASSES = (
  <g fill="none" stroke={INK} strokeWidth="2">
    <circle cx="40.5" cy="44" r="6" />
    <circle cx="55.5" cy="44" r="6" />
    <path d="M46.5 43h3" />
  </g>
);
const RINGS = (
  <g fill="#e2f54b">
    <circle cx="29" cy="54" r="2.5" />
    <circle cx="67" cy="54" r="2.5" />
  </g>
);
const beard = (color: string) => (
  <path d="M30 47c0 16 8 24 18 24s18-8 18-24c-2 7-7 10-18 10s-16-3-18-10Z" fill={color} />
);

/** By the sample person's name. */
const LOOKS: Record<string, Look> = {
  "Marisol Whitcombe": {
    ...{ ground: "#e2f54b", skin: "#d9a07a", shade: "#c48862", hair: "#3a231b", top: INK },
    behind: "M25 40c0-16 10-26 23-26s23 10 23 26c0 12 5 20 3 31H22c-2-11 3-19 3-31Z",
    front: "M30 42c2-10 10-14 22-16 8 2 13 8 14 16 3-14-4-26-18-26S27 28 30 42Z",
    extra: <path d="M34 76 48 92 62 76" fill="#fff" />,
  },
  "Kwame Delacroix": {
    ...{ ground: "#c2ceff", skin: "#6f4630", shade: "#5a3725", hair: "#17100d", top: "#2442e8" },
    front: "M30 38c-1-15 7-22 18-22s19 7 18 22c-3-7-6-10-18-10s-15 3-18 10Z",
    mouth: "#fff",
    extra: (
      <>
        {beard("#17100d")}
        {GLASSES}
      </>
    ),
  },
  "Priya Lindqvist": {
    ...{ ground: "#ffd2c6", skin: "#b97b52", shade: "#a2683f", hair: "#1d1414", top: "#4a1f4f" },
    behind: "M26 38c0-15 9-24 22-24s22 9 22 24c0 18 2 34 0 50H26c-2-16 0-32 0-50Z",
    front: "M30 44c1-12 6-19 18-22 12 3 17 10 18 22 3-17-4-28-18-28S27 27 30 44Z",
    extra: RINGS,
  },
  "Tomasz Okonjo": {
    ...{ ground: "#efe3cf", skin: "#a86b43", shade: "#8f5733", hair: "#2b1b14", top: "#0f3d36" },
    front:
      "M29 40c-5-5-2-12 2-14 0-6 7-10 12-8 4-4 12-3 14 2 6 0 10 6 8 11 3 3 2 8-1 10-2-6-6-9-16-9s-17 2-19 8Z",
    extra: COLLAR,
  },
  "Hana Villaseñor": {
    ...{ ground: "#8fe3c2", skin: "#e5b48c", shade: "#cf9b73", hair: "#14131a", top: "#fff" },
    behind: "M25 40c0-16 10-26 23-26s23 10 23 26v22c-14 5-32 5-46 0V40Z",
    front: "M30 41c6 0 12-2 14-6 3 4 12 6 22 6 2-15-5-25-18-25S28 26 30 41Z",
    extra: GLASSES,
  },
  "Desmond Farquhar-Lee": {
    ...{ ground: "#a9d4ff", skin: "#ecc3a4", shade: "#d6a885", hair: "#a9adb8", top: "#172890" },
    front: "M30 40c-2-15 6-24 19-24 12 0 19 9 17 23-2-6-4-9-8-11-8 2-16 1-22-1-3 3-5 7-6 13Z",
    extra: (
      <>
        {beard("#b9bdc7")}
        {COLLAR}
      </>
    ),
  },
  "Yasmin Thorvald": {
    ...{ ground: "#ffc6d3", skin: "#d6a37f", shade: "#c08b66", hair: "#7a3b20", top: "#465069" },
    behind:
      "M38 14a10 10 0 1 1 20 0 10 10 0 0 1-20 0ZM27 40c0-15 9-24 21-24s21 9 21 24c0 6-1 10-3 13H30c-2-3-3-7-3-13Z",
    front: "M30 42c0-11 7-16 18-18 11 2 18 7 18 18 3-15-5-26-18-26S27 27 30 42Z",
    extra: RINGS,
  },
  "Mateo Brightwater": {
    ...{ ground: "#f7fcd0", skin: "#c98d63", shade: "#b3774e", hair: "#241914", top: "#ff7a59" },
    behind: "M26 42c0-17 9-27 22-27s22 10 22 27c0 6-1 11-3 14H29c-2-3-3-8-3-14Z",
    front: "M30 43c-1-8 3-13 8-17 6 5 16 7 26 5 2 4 3 8 2 12 4-15-3-27-17-27S26 28 30 43Z",
    extra: <path d="M41 55.5c2-2 5-2.5 7-1 2-1.5 5-1 7 1-4 1.5-10 1.5-14 0Z" fill="#241914" />,
  },
  "Ayesha Novak-Reed": {
    ...{ ground: "#4a1f4f", skin: "#80502f", shade: "#6a4026", hair: "#0f0a0a", top: "#8fe3c2" },
    behind:
      "M48 8c8-3 16 1 18 8 8 2 12 11 9 18 5 6 3 16-3 19 0 7-6 12-12 11H36c-6 1-12-4-12-11-6-3-8-13-3-19-3-7 1-16 9-18 2-7 10-11 18-8Z",
    front: "M30 42c1-10 7-15 18-15s17 5 18 15c3-14-5-23-18-23s-21 9-18 23Z",
    extra: RINGS,
  },
};

const idOf = (name: string) => `face-${Object.keys(LOOKS).indexOf(name) + 1}`;

/** Draws all portraits for `/drawings.svg`. */
export const AllPortraits = () =>
  Object.entries(LOOKS).map(
    ([name, { ground, skin, shade, hair, top, behind, front, extra, mouth = INK }]) => (
      <g key={name} id={idOf(name)}>
        <svg viewBox="7 4 82 82" preserveAspectRatio="xMidYMax" aria-hidden="true">
          <path d="M0 0h96v96H0z" fill={ground} />
          {behind && <path d={behind} fill={hair} />}
          <path d="M12 96c1-14 13-20 28-22h16c15 2 27 8 28 22Z" fill={top} />
          <path d="M40 60h16v16c-4 5-12 5-16 0Z" fill={shade} />
          <path d="M30 42c0-13 7-21 18-21s18 8 18 21c0 15-8 26-18 26S30 57 30 42Z" fill={skin} />
          <path d={front} fill={hair} />
          {extra}
          <path d="M40.5 43v2M55.5 43v2" stroke={INK} strokeWidth="3" strokeLinecap="round" />
          <path d="M43 58c3 3 7 3 10 0" fill="none" stroke={mouth} strokeWidth="2" strokeLinecap="round" />
        </svg>
      </g>
    ),
  );

/** Returns where a sample person's portrait is; null for anyone else. */
export const portraitOf = (name: string): string | null =>
  Object.hasOwn(LOOKS, name) ? `/drawings.svg#${idOf(name)}` : null;
