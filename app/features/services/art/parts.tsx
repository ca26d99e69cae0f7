// Shared parts of the service illustrations. They're hidden from screen readers, because the text next to
// them is equivalent.

import type { ReactNode } from "react";
import { ACCENT, MARKER } from "../../../ui/site/brand-color.ts";

/** Fixed colors, independent of the theme. */
export const color = {
  ink: "#0a0f1e",
  ink900: "#10172a",
  ink800: "#1b2438",
  ink600: "#465069",
  ink500: "#5d6780",
  ink400: "#7f889d",
  ink300: "#b4bbc9",
  ink200: "#dde1e8",
  ink100: "#ebeef2",
  white: "#fff",
  blue: ACCENT,
  blueDark: "var(--color-blue-700,#1a31bd)",
  blueLight: "var(--color-blue-300,#9bacff)",
  bluePale: "var(--color-blue-50,#f1f4ff)",
  zone: MARKER,
  up: "#0b7a4f",
  down: "#c22f27",
};

/** Fills its frame and is cropped at the edges. */
export function Drawing({ ground = color.ink100, children }: { ground?: string; children: ReactNode }) {
  return (
    <svg viewBox="0 0 480 320" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <path fill={ground} d="M0 0h480v320H0z" />
      {children}
    </svg>
  );
}

export function Box(props: {
  x: number;
  y: number;
  w: number;
  h: number;
  r?: number;
  fill: string;
  opacity?: number;
}) {
  const { x, y, w, h, r = Math.floor(h / 2), fill, opacity } = props;
  return <rect x={x} y={y} width={w} height={h} rx={r || undefined} fill={fill} opacity={opacity} />;
}

export function Lifted({ children }: { children: ReactNode }) {
  return <g filter="drop-shadow(0 10px 16px rgb(10 15 30 / .14))">{children}</g>;
}

export function Words(props: {
  x: number;
  y: number;
  size: number;
  weight?: number;
  fill?: string;
  centered?: boolean;
  children: ReactNode;
}) {
  const { x, y, size, weight = 800, fill = color.ink, centered, children } = props;
  return (
    <text
      x={x}
      y={y}
      fontSize={size}
      fontWeight={weight}
      fill={fill}
      textAnchor={centered ? "middle" : undefined}
    >
      {children}
    </text>
  );
}

const STAR = "m0-5.7 1.7 3.9 4 .4-3 2.6.9 4-3.6-2.2-3.6 2.2.9-4-3-2.6 4-.4z";

/** `x` and `y` are the center of the first star. */
export function Stars({ x, y }: { x: number; y: number }) {
  return <path fill={color.ink} d={[0, 1, 2, 3, 4].map((i) => `M${x + i * 13} ${y}${STAR}`).join("")} />;
}

/** `x` and `y` are the tip. */
export function Pin(props: { x: number; y: number; scale: number; fill: string; dot: string }) {
  const { x, y, scale, fill, dot } = props;
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`}>
      <path d="M0 0C-10-16-26-28-26-48a26 26 0 1 1 52 0C26-28 10-16 0 0Z" fill={fill} />
      <circle cy="-48" r="10" fill={dot} />
    </g>
  );
}
