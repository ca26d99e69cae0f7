import type { FetchedImage } from "../../app/features/import/images.server.ts";
import { MAX_BYTES, receiveFile, UploadRefused } from "../../app/features/media/upload.server.ts";
import { isSameHost } from "../../app/features/page-checks/judges.ts";
import { WorkQueue } from "../../app/platform/work-queue.ts";
import { visit } from "../audit/follow.ts";
import type { ImagesTask } from "../channel.ts";
import { failureText, outletOf } from "./old-site.ts";

const AT_ONCE = 2;
const IMAGE_MS = 20_000;

/**
 * Downloads images into a folder, two at a time, through the guard for requests to other sites.
 * @param take called with each image
 */
export async function fetchImages(
  { urls, folder, ...asker }: ImagesTask,
  take: (image: FetchedImage) => Promise<void>,
): Promise<void> {
  const outlet = outletOf(asker, IMAGE_MS);
  const queue = new WorkQueue({ atOnce: AT_ONCE, waiting: urls.length });
  const fetchOne = async (url: string): Promise<FetchedImage> => {
    const address = URL.parse(url);
    if (!address) return { url, reason: "This isn't a URL." };
    const signal = AbortSignal.timeout(IMAGE_MS * 2);
    const { answer, failure } = await visit(address, MAX_BYTES + 1, outlet, signal);
    if (!answer) {
      // Visitors couldn't load it either: its server is internal or no longer exists. Our own host isn't asked, but a
      // proxy may serve the old site's files there.
      const isOwn = isSameHost(address.host, new URL(asker.siteUrl).host);
      const isGone = failure === "no-dns" || (failure === "refused" && !isOwn);
      // Which names lead to internal servers is nobody's business.
      return { url, reason: failureText(failure === "refused" ? "no-dns" : failure), isGone };
    }
    if (answer.status !== 200) return { url, reason: `The server returned ${answer.status}.` };
    try {
      return { url, ...(await receiveFile(once(answer.body.bytes), folder)) };
    } catch (error) {
      if (error instanceof UploadRefused) return { url, reason: error.message };
      throw error;
    }
  };
  await Promise.all(urls.map((url) => queue.run(async () => take(await fetchOne(url)))));
}

async function* once(bytes: Buffer) {
  yield bytes;
}
