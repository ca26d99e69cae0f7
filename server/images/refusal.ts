import { mediaRefusals } from "../../app/copy/media-refusals.ts";
import { NoRoomInStore, StoreUnavailable } from "../../app/features/media/store.server.ts";
import { UploadRefused } from "../../app/features/media/upload.server.ts";
import { NoRoom } from "../backup/room.ts";

/** Returns the status and the sentence for an image that couldn't be stored; undefined for an unexpected error. */
export function refusalOf(error: unknown): { status: number; message: string } | undefined {
  if (error instanceof UploadRefused) return error;
  const { code } = error as NodeJS.ErrnoException;
  if (error instanceof NoRoom || error instanceof NoRoomInStore || code === "ENOSPC" || code === "EDQUOT")
    return { status: 507, message: mediaRefusals.noRoom };
  if (error instanceof StoreUnavailable) return { status: 503, message: mediaRefusals.storeUnavailable };
  return undefined;
}
