import { asc, desc, sql } from "drizzle-orm";
import { href } from "react-router";
import type { Database } from "../../platform/database/database.server.ts";
import { libraryImage } from "../media/kind.ts";
import { media as table } from "../media/table.server.ts";
import { deleteMedia } from "../media/writes.owner.server.ts";
import { records } from "./records.server.ts";

const { id, name, alt, created_at } = table;

const described = records(libraryImage, table, {
  tab: href("/admin-control-panel-seoprozone/media"),
  name,
  orders: [name, id],
  trash: { about: alt, remove: (db, id) => deleteMedia(db, [id]) },
  search: {
    detail: sql<string>`case when ${alt} <> '' then ${alt} when ${table.is_decorative} then 'Decorative' else 'Needs alt text' end`,
    by: [name, alt],
    orders: [desc(created_at), asc(id)],
  },
});

export const media = {
  ...described,
  /** Images are added by uploads only. */
  add: undefined,
  // A decorative image has no alt text, so restoring alt text makes it non-decorative.
  save: (db: Database, id: string, changed: Record<string, string | null>) =>
    described.save(db, id, changed.alt ? { is_decorative: "false", ...changed } : changed),
};
