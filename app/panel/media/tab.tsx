import { href, useRevalidator } from "react-router";
import { z } from "zod";
import { mediaTab as words } from "../../copy/panel/media.ts";
import { MEDIA_LABELS } from "../../features/media/labels.ts";
import {
  countMedia,
  listMedia,
  listMonths,
  MEDIA_FILTERS,
  MEDIA_SORTS,
  type MediaFilter,
} from "../../features/media/library.owner.server.ts";
import { findMedia } from "../../features/media/queries.owner.server.ts";
import { findMediaFields, findWaitingFile } from "../../features/media/writes.owner.server.ts";
import { listPictureUses } from "../../features/records/picture-uses.server.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import { stampsOf } from "../../platform/changes.server.ts";
import { ownerDb } from "../../platform/context.server.ts";
import type { Database } from "../../platform/database.server.ts";
import { shortDate } from "../../platform/dates.ts";
import { listQuery } from "../../platform/list-query.ts";
import { PICTURE_ID } from "../../platform/picture.ts";
import { FileButton, useDrop, usePaste } from "../../ui/panel/picture-drop.tsx";
import { UploadList, useUploads } from "../../ui/panel/picture-upload-list.tsx";
import { useQueryState } from "../../ui/panel/query-state.ts";
import { submitKeepingInputBy } from "../../ui/panel/save-reply.ts";
import { useToast } from "../../ui/panel/toaster.tsx";
import { loadOrToast } from "../save.server.ts";
import type { Route } from "./+types/tab";
import { answerMedia } from "./action.server.ts";
import { MediaDetail } from "./detail.tsx";
import { EmptyLibrary, MediaGrid } from "./list.tsx";
import { useMediaPost } from "./post.ts";
import { useFreshSizes } from "./preparing.ts";
import { StoreTold } from "./store-told.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Media | Control panel" }];

const PER_PAGE = 40;
const MEDIA = href("/admin-control-panel-seoprozone/media");

/** What the address says: which pictures, and which one is open. */
const address = listQuery(MEDIA_SORTS).extend({
  filter: z.enum(MEDIA_FILTERS).catch(""),
  month: z
    .string()
    .regex(/^20\d\d-(0[1-9]|1[0-2])$/)
    .catch(""),
  edit: z.string().regex(PICTURE_ID).optional().catch(undefined),
});

export async function loader({ context, url }: Route.LoaderArgs) {
  const db = context.get(ownerDb);
  const { edit, ...asked } = address.parse(Object.fromEntries(url.searchParams));
  const [list, record] = await Promise.all([
    loadOrToast(() => readList(db, { ...asked, perPage: PER_PAGE }), words.fetchFailed),
    loadOrToast(() => readOpened(db, edit), words.fetchFailed),
  ]);
  return { list: list.value, record: record.value, fault: list.fault ?? record.fault };
}

async function readList(db: Database, filter: Omit<MediaFilter, "timeZone">) {
  const { time_zone: timeZone } = await readSettings(db);
  const [list, counts, months] = await Promise.all([
    listMedia(db, { ...filter, timeZone }),
    countMedia(db),
    listMonths(db, timeZone),
  ]);
  return { ...list, perPage: PER_PAGE, counts, months };
}

async function readOpened(db: Database, id: string | undefined) {
  if (!id) return null;
  const [picture, fields, waiting, uses, { time_zone }] = await Promise.all([
    findMedia(db, id),
    findMediaFields(db, id),
    findWaitingFile(db, id),
    listPictureUses(db, [id]),
    readSettings(db),
  ]);
  if (!picture || !fields) return null;
  const { updated_at: _, ...values } = fields;
  const added = shortDate(new Date(picture.createdAt), time_zone);
  return { picture, waiting, uses, added, ...values, opened: stampsOf(fields, MEDIA_LABELS) };
}

export const action = (args: Route.ActionArgs) => answerMedia(args);

export const clientAction = submitKeepingInputBy(
  {
    delete: words.deleteFailed,
    restore: words.restoreFailed,
    decorate: words.decorateFailed,
    undecorate: words.decorateFailed,
  },
  words.saveFailed,
);

export default function Media({ loaderData }: Route.ComponentProps) {
  const { list, record, fault } = loaderData;
  const { change } = useQueryState();
  useToast(fault);
  const post = useMediaPost();
  const { revalidate } = useRevalidator();
  const { uploads, list: uploading } = useUploads(MEDIA, { onDone: () => void revalidate() });
  const add = (files: File[]) => uploads.add(files);
  const { handlers, isOver } = useDrop(add);
  usePaste(add);
  useFreshSizes(list?.rows, record);
  const isEmpty = list?.counts.all === 0;
  return (
    <div className={isOver ? "lib lib--over" : "lib"} {...handlers}>
      <div className="ahead">
        <div>
          <h1 tabIndex={-1}>{words.title}</h1>
          <p>{words.about(list?.counts.all ?? 0)}</p>
        </div>
        <FileButton onFiles={add} aria-describedby="formats" />
      </div>
      <StoreTold />
      <UploadList uploads={uploads} list={uploading} library={MEDIA} onDescribed={() => void revalidate()} />
      {!list && <p className="state">{words.unreadable}</p>}
      {list && isEmpty && !uploading.length && <EmptyLibrary onFiles={add} />}
      {list && !isEmpty && <MediaGrid list={list} post={post} />}
      {record && (
        <MediaDetail key={record.id} record={record} post={post} onClose={() => change({ edit: null })} />
      )}
    </div>
  );
}
