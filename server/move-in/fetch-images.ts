// Downloads the images of an import through the guard that every request to other sites passes.

import { checkerAgent } from "../../app/features/audit/agent.ts";
import { MAX_BYTES, receiveFile, UploadRefused } from "../../app/features/media/upload.server.ts";
import type { FetchedImage } from "../../app/features/move-in/images.server.ts";
import { WorkQueue } from "../../app/platform/work-queue.ts";
import { visit } from "../audit/follow.ts";
import { internet, testNetwork } from "../audit/network.ts";
import type { ImagesTask } from "../channel.ts";

const AT_ONCE = 2;
const IMAGE_MS = 20_000;

/** Why a download failed, for people. */
const FAILURES: Record<string, string> = {
  refused: "This URL isn't allowed.",
  "no-dns": "The server doesn't exist anymore.",
  "time-out": "The server didn't respond in time.",
  tls: "The server has no valid certificate.",
  loop: "It redirects in circles.",
};

/**
 * Downloads images into a folder, two at a time.
 * @param take called with each
 */
export async function fetchImages(
  { urls, folder, siteUrl, siteTitle, testNet }: ImagesTask,
  take: (image: FetchedImage) => Promise<void>,
): Promise<void> {
  const { origin, hostname: ownHost } = new URL(siteUrl);
  const outlet = {
    network: testNet ? testNetwork(testNet) : internet,
    userAgent: checkerAgent(siteTitle, origin),
    ...{ ownHost, hopMs: IMAGE_MS },
  };
  const queue = new WorkQueue({ atOnce: AT_ONCE, waiting: urls.length });
  const fetchOne = async (url: string): Promise<FetchedImage> => {
    const address = URL.parse(url);
    if (!address) return { url, reason: "This isn't a URL." };
    const { answer, failure } = await visit(
      address,
      MAX_BYTES + 1,
      outlet,
      AbortSignal.timeout(IMAGE_MS * 2),
    );
    if (!answer) return { url, reason: FAILURES[failure ?? ""] ?? "The server can't be reached." };
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
