// A page as a search engine lists it.
import { cutToWidth, textWidth } from "./pixel-width.ts";

/** Sizes of the letters, and how many pixels of title and description there is room for. */
const TITLE_PX = 20;
const DESCRIPTION_PX = 14;
const ROOM = {
  desktop: { title: 600, description: 920 },
  // A phone breaks the title into two lines, which hold about as much as the one of a desktop.
  mobile: { title: 600, description: 680 },
};

export type Device = keyof typeof ROOM;
export const DEVICES: Device[] = ["desktop", "mobile"];

/** The title and description of a page, cut as a search engine cuts them. */
export const cutResult = (device: Device, title: string, description: string) => ({
  title: cutToWidth(title, ROOM[device].title, TITLE_PX),
  description: cutToWidth(description, ROOM[device].description, DESCRIPTION_PX),
});

/** Widths in whole pixels beside the room that there is on a desktop. */
export const measureTitle = (title: string) => ({
  width: Math.round(textWidth(title, TITLE_PX)),
  max: ROOM.desktop.title,
});
export const measureDescription = (description: string) => ({
  width: Math.round(textWidth(description, DESCRIPTION_PX)),
  max: ROOM.desktop.description,
});
