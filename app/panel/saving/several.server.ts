import { data } from "react-router";
import { z } from "zod";
import { recordKinds } from "../../copy/panel/record-kinds.ts";
import { several as words } from "../../copy/panel/several.ts";
import type { RestorableKind } from "../../features/records/record-kind.server.ts";
import { type Args, recordOf } from "../../features/sign-in/actor.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { ownerDb } from "../../platform/http/context.server.ts";
import { idList } from "../../platform/http/list-query.ts";
import { parseOr400 } from "../../platform/http/posted-form.server.ts";
import { nameOf, save, withUndo } from "./save.server.ts";

const INTENTS = ["duplicate", "publish", "unpublish", "pin", "unpin", "delete-several"] as const;

/** More than any list shows per page. */
const AT_ONCE_MAX = 200;
const posted = z.object({ intent: z.enum(INTENTS), ids: idList(AT_ONCE_MAX) });

export type Several = Pick<RestorableKind, "name" | "trash" | "editor"> & {
  read: (db: Database, id: string) => Promise<object | null>;
  /** absent if the kind can't be unpublished; returns false if nothing changed */
  publish?: (db: Database, id: string, published: boolean) => Promise<boolean>;
  /** absent if the kind can't be pinned; returns false if nothing changed */
  pin?: (db: Database, id: string, featured: boolean) => Promise<boolean>;
  /** absent if the kind can't be copied; returns null if the original is gone */
  duplicate?: (db: Database, id: string) => Promise<string | null>;
};

/**
 * Runs a bulk action on all selected records, or on none if an error occurs. The form posts `intent` and
 * comma-separated `ids`.
 * @throws a 400 for any other form
 */
export async function saveSeveral(args: Args, form: FormData, kind: Several) {
  const { intent, ids } = parseOr400(posted, form);
  const { name, publish, pin, duplicate } = kind;
  const { context } = args;
  const db = context.get(ownerDb);
  const said = words(recordKinds[name].noun);
  switch (intent) {
    case "duplicate": {
      if (!duplicate) throw data(null, { status: 400 });
      return save(async () => {
        const copy = await duplicate(db, ids[0]!);
        if (!copy) return said.gone;
        return withUndo(context, {
          text: said.duplicatedText,
          links: [{ label: said.open, to: kind.editor(copy) }],
        });
      }, said.duplicate);
    }
    case "publish":
    case "unpublish":
    case "pin":
    case "unpin": {
      const turn = intent.endsWith("publish") ? publish : pin;
      if (!turn) throw data(null, { status: 400 });
      return save(async () => {
        const changed: string[] = [];
        await db.transaction(async (tx) => {
          for (const id of ids) if (await turn(tx, id, !intent.startsWith("un"))) changed.push(id);
        });
        return withUndo(context, said.count(changed.length));
      }, said[intent]);
    }
    case "delete-several":
      return save(async () => {
        const found = await db.transaction(async (tx) => {
          const there: object[] = [];
          for (const id of ids) {
            const before = await kind.read(tx, id);
            await kind.trash.remove(tx, id);
            if (before) there.push(before);
          }
          return there;
        });
        for (const one of found) await recordOf(args, "record.deleted", { kind: name, name: nameOf(one) });
        return withUndo(context, said.count(found.length));
      }, said.remove);
  }
}
