import { brandCard } from "../../copy/panel/brand.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { openText } from "../saving/content.server.ts";

export type LogoText = Awaited<ReturnType<typeof readLogo>>[number];

export function readLogo(db: Database) {
  const { boxes, name } = brandCard.images;
  return Promise.all(
    [...boxes, name].map(async ({ text: key }) => {
      const { text } = (await openText(db, { edit: key }))!;
      const { id, page_name, section_name, content_key, content_type, content_value } = text!;
      const of = { id, page_name, section_name, content_key, content_type, content_value };
      return { key, ...of, version: text!.version, opened: text!.opened, waiting: text!.waiting !== null };
    }),
  );
}
