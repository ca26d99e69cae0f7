import { href } from "react-router";
import { redirectWords as words } from "../../copy/panel/redirects.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { fieldsIn, listFields } from "../fields/fields.ts";
import { findRedirectById, restoreRedirect } from "../redirects/queries.owner.server.ts";
import { redirect, redirectFields } from "../redirects/rules.ts";
import { redirects as table } from "../redirects/table.server.ts";
import { newPath, oldPath, type RedirectValues, saveValues } from "../redirects/write.server.ts";
import { byUuid, checked, type RecordField, type RecordKind, type Row } from "./record-kind.server.ts";

const fields = listFields(redirectFields);
const asFields = (row: RedirectValues) => fieldsIn(redirectFields, row);

/** Converts a history row. Old rows have no `is_on`, because every redirect was active then. */
const ofRow = (row: Row): RedirectValues => ({
  from_path: String(row.from_path),
  to_path: row.to_path as string | null,
  is_on: row.is_on !== false,
});

const timeOf = (value: unknown) => (value === null ? null : new Date(String(value)));

/** Returns the columns that the form doesn't have. */
const extraValues = (row: Row) => ({
  id: String(row.id),
  hits: Number(row.hits),
  last_hit_at: timeOf(row.last_hit_at),
  created_at: timeOf(row.created_at) ?? new Date(),
});

/** Validates form values. The caller has already removed the site's own host from the URLs. */
function ofFields(values: Record<string, string | null>): RedirectValues {
  const answer = values.to_path ? "301" : "410";
  const { from_path, to_path, is_on } = checked(redirect, { ...values, answer });
  return {
    from_path: oldPath(from_path, ""),
    to_path: to_path ? newPath(to_path, "") : null,
    is_on: is_on !== "false",
  };
}

const valuesOf = (of: readonly RecordField[]) =>
  Object.fromEntries(of.map(({ name, value }) => [name, value]));

const findRow = byUuid(findRedirectById);

async function save(db: Database, id: string, changed: Record<string, string | null>) {
  const row = await findRow(db, id);
  if (row) await saveValues(db, id, ofFields({ ...valuesOf(asFields(row)), ...changed }));
}

/** Redirects that the owner created. Find and replace skips them, because URLs aren't text. */
export const redirects = {
  name: "redirects",
  table,
  fields,
  form: "redirect",
  editor: (id) => `${href("/admin-control-panel-seoprozone/redirects")}?edit=${id}`,
  listWith: async () => [],
  async find(db, id) {
    const row = await findRow(db, id);
    return row && { id: row.id, name: words.named(row.from_path, row.to_path), fields: asFields(row) };
  },
  save,
  history: {
    name: (row) => words.named(String(row.from_path), row.to_path as string | null),
    fields: (row) => asFields(ofRow(row)),
    undelete: (db, row) => restoreRedirect(db, { ...ofRow(row), ...extraValues(row) }),
    async restore(db, id, values) {
      const { is_on, ...addresses } = values;
      const isState = Object.keys(addresses).length === 0;
      // Restoring URLs doesn't also turn the redirect on or off.
      if (await findRow(db, id)) return save(db, id, isState ? values : addresses);
      if (fields.some(({ name }) => !(name in values))) throw new Refused({ "": words.partlyDeleted });
      await saveValues(db, null, ofFields(values), { id });
    },
  },
} satisfies RecordKind;
