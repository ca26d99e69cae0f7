import { cutToWidth, textWidth } from "./pixel-width.ts";

const TITLE_PX = 20;
const DESCRIPTION_PX = 14;
const ROOM = {
  desktop: { title: 600, description: 920 },
  // A title's two lines on a phone hold about as much as its single line on a desktop.
  mobile: { title: 600, description: 680 },
};

export type Device = keyof typeof ROOM;
export const DEVICES: Device[] = ["desktop", "mobile"];

/** Cuts the title and description as search engines do. */
export const cutResult = (device: Device, title: string, description: string) => ({
  title: cutToWidth(title, ROOM[device].title, TITLE_PX),
  description: cutToWidth(description, ROOM[device].description, DESCRIPTION_PX),
});

/** Returns a title's width in search results and the maximum, in whole pixels. */
export const measureTitle = (title: string) => ({
  width: Math.round(textWidth(title, TITLE_PX)),
  max: ROOM.desktop.title,
});
export const measureDescription = (description: string) => ({
  width: Math.round(textWidth(description, DESCRIPTION_PX)),
  max: ROOM.desktop.description,
});
