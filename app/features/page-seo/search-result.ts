// A page as a search result.
import { cutToWidth, textWidth } from "./pixel-width.ts";

/** Font sizes, and the pixels available for title and description. */
const TITLE_PX = 20;
const DESCRIPTION_PX = 14;
const ROOM = {
  desktop: { title: 600, description: 920 },
  // A phone shows the title on two lines, which hold about as much as one on a desktop.
  mobile: { title: 600, description: 680 },
};

export type Device = keyof typeof ROOM;
export const DEVICES: Device[] = ["desktop", "mobile"];

/** Returns a page's title and description, truncated as search engines do. */
export const cutResult = (device: Device, title: string, description: string) => ({
  title: cutToWidth(title, ROOM[device].title, TITLE_PX),
  description: cutToWidth(description, ROOM[device].description, DESCRIPTION_PX),
});

/** Widths in whole pixels, with the available width on a desktop. */
export const measureTitle = (title: string) => ({
  width: Math.round(textWidth(title, TITLE_PX)),
  max: ROOM.desktop.title,
});
export const measureDescription = (description: string) => ({
  width: Math.round(textWidth(description, DESCRIPTION_PX)),
  max: ROOM.desktop.description,
});
