import { href, useRevalidator } from "react-router";
import { z } from "zod";
import { cropWords, mediaTab as words } from "../../copy/panel/media.ts";
import {
  countMedia,
  listMedia,
  listMonths,
  MEDIA_FILTERS,
  MEDIA_SORTS,
  type MediaFilter,
} from "../../features/media/library.owner.server.ts";
import { findMedia } from "../../features/media/queries.owner.server.ts";
import { findPendingReplacement } from "../../features/media/writes.owner.server.ts";
import { listImageUses } from "../../features/records/image-uses.server.ts";
import { media } from "../../features/records/media.server.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import { rightOfKind } from "../../features/staff/rights.ts";
import { may } from "../../features/staff/signed-in.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { ownerDb } from "../../platform/http/context.server.ts";
import { draftQuery, listQuery } from "../../platform/http/list-query.ts";
import { IMAGE_ID } from "../../platform/text/image.ts";
import { shortDate } from "../../platform/time/dates.ts";
import { FileButton, useFileDrop, usePaste } from "../../ui/panel/image-drop.tsx";
import { UploadList, useUploads } from "../../ui/panel/image-upload-list.tsx";
import { useQueryState } from "../../ui/panel/query-state.ts";
import { submitKeepingInputBy } from "../../ui/panel/save-reply.ts";
import { TabHead } from "../../ui/panel/tab-head.tsx";
import { useToast } from "../../ui/panel/toaster.tsx";
import { keyOfForm } from "../../ui/panel/waiting-changes.tsx";
import { openForm, readForForm } from "../saving/record.server.ts";
import { readRowMarks } from "../saving/row-marks.server.ts";
import { loadOrToast } from "../saving/save.server.ts";
import type { Route } from "./+types/tab";
import { answerMedia } from "./action.server.ts";
import { MediaDetail } from "./detail.tsx";
import { EmptyLibrary, MediaGrid } from "./list.tsx";
import { useMediaPost } from "./post.ts";
import { useFreshSizes } from "./preparing.ts";
import { StoreNotice } from "./store-notice.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Media | Control panel" }];

const PER_PAGE = 40;
const MEDIA = href("/admin-control-panel-seoprozone/media");

const address = listQuery(MEDIA_SORTS).extend({
  filter: z.enum(MEDIA_FILTERS).catch(""),
  month: z
    .string()
    .regex(/^20\d\d-(0[1-9]|1[0-2])$/)
    .catch(""),
  edit: z.string().regex(IMAGE_ID).optional().catch(undefined),
  ...draftQuery,
});

export async function loader({ context, url }: Route.LoaderArgs) {
  const db = context.get(ownerDb);
  const { edit, draft, ...asked } = address.parse(Object.fromEntries(url.searchParams));
  const [list, opened] = await Promise.all([
    loadOrToast(() => readList(db, { ...asked, perPage: PER_PAGE }), words.fetchFailed),
    loadOrToast(() => readOpened(context, edit, draft), words.fetchFailed),
  ]);
  return { list: list.value, opened: opened.value, fault: list.fault ?? opened.fault };
}

async function readList(db: Database, filter: Omit<MediaFilter, "timeZone">) {
  const { time_zone: timeZone } = await readSettings(db);
  const [{ rows, ...list }, counts, months, { marksOf }] = await Promise.all([
    listMedia(db, { ...filter, timeZone }),
    countMedia(db),
    listMonths(db, timeZone),
    readRowMarks(db, media),
  ]);
  const marked = rows.map((row) => ({ ...row, ...marksOf(row.id) }));
  return { ...list, rows: marked, perPage: PER_PAGE, counts, months };
}

async function readOpened(
  context: Route.LoaderArgs["context"],
  edit: string | undefined,
  draft: boolean | undefined,
) {
  if (!edit) return null;
  const db = context.get(ownerDb);
  const [opened, waitingFile, uses, { time_zone }] = await Promise.all([
    openForm(db, media, { edit, draft }, readImage),
    findPendingReplacement(db, edit),
    listImageUses(db, [edit]),
    readSettings(db),
  ]);
  const record = opened?.record;
  if (!record) return null;
  const linked = uses.map((use) => (may(context, rightOfKind(use.kind)) ? use : { ...use, to: null }));
  const added = shortDate(new Date(record.image.createdAt), time_zone);
  return {
    record: { ...record, waitingFile, uses: linked, added },
    waiting: opened.waiting,
    autosave: opened.autosave,
  };
}

async function readImage(db: Database, id: string) {
  const record = await readForForm(db, media, id);
  const image = record && (await findMedia(db, id));
  return image && { ...record, image };
}

export const action = (args: Route.ActionArgs) => answerMedia(args);

export const clientAction = submitKeepingInputBy(
  {
    delete: words.deleteFailed,
    decorate: words.decorateFailed,
    crop: cropWords.failed,
    undecorate: words.decorateFailed,
  },
  words.saveFailed,
);

export default function Media({ loaderData }: Route.ComponentProps) {
  const { list, opened, fault } = loaderData;
  const { change } = useQueryState();
  useToast(fault);
  const post = useMediaPost();
  const { revalidate } = useRevalidator();
  const { uploads, list: uploading } = useUploads(MEDIA, { onDone: () => void revalidate() });
  const add = (files: File[]) => uploads.add(files);
  const { handlers, isOver } = useFileDrop(add);
  usePaste(add);
  useFreshSizes(list?.rows, opened?.record);
  const isEmpty = list?.counts.all === 0;
  return (
    <div className={isOver ? "lib lib--over" : "lib"} {...handlers}>
      <TabHead title={words.title} about={words.about(list?.counts.all ?? 0)}>
        <FileButton onFiles={add} aria-describedby="formats" />
      </TabHead>
      <StoreNotice />
      <UploadList uploads={uploads} list={uploading} library={MEDIA} onDescribed={() => void revalidate()} />
      {!list && <p className="state">{words.unreadable}</p>}
      {list && isEmpty && !uploading.length && <EmptyLibrary onFiles={add} />}
      {list && !isEmpty && <MediaGrid list={list} post={post} />}
      {opened && (
        <MediaDetail
          key={keyOfForm(opened)}
          {...opened}
          post={post}
          onClose={() => change({ edit: null, draft: null, do: null })}
        />
      )}
    </div>
  );
}
