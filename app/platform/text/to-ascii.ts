import anyAscii from "any-ascii";

/** Spells a text of any script in ASCII, such as "Sao Paulo" for "São Paulo" and "DongJing" for "東京". */
export const toAscii = (text: string): string => anyAscii(text);
