import { short } from "../../ui/site/curve.ts";

export const WIDTH = 640;
export const HEIGHT = 400;

export type Palette = readonly [
  ground: string,
  far: string,
  near: string,
  line: string,
  band: string,
  onBand: string,
];

export type Composition = {
  /** vertical center of the important part, from 0 (top) to 1 (bottom) */
  focus: number;
  draw(next: () => number, palette: Palette): string;
};

export function rect(
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  radius = 0,
  extra = "",
) {
  return `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}" rx="${radius}" fill="${fill}"${extra}/>`;
}

export const circle = (x: number, y: number, radius: number, fill: string) =>
  `<circle cx="${short(x)}" cy="${short(y)}" r="${short(radius)}" fill="${fill}"/>`;

export const stroke = (d: string, color: string, width: number, extra = "") =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round"${extra}/>`;
