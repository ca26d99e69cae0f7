// A server with S3's interface that checks signatures and encodings.
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";
import type { Bucket } from "../../app/platform/config.server.ts";

type Server = { run(): Promise<AddressInfo>; close(): Promise<void> };
type S3rver = new (options: Record<string, unknown>) => Server;

const NAME = "images";
const KEY = "S3RVER";

/**
 * Opens a bucket that's stored in a folder, and closes it after the file's tests.
 * @returns `bucket`, its configuration; `env`, the variables for a site; and `stop` and `start` to simulate an outage
 */
export async function openBucket(directory: string) {
  const S3rver: S3rver = createRequire(import.meta.url)("@20minutes/s3rver");
  const open = (port: number) =>
    new S3rver({ port, address: "127.0.0.1", silent: true, directory, configureBuckets: [{ name: NAME }] });
  let server = open(0);
  const { port } = await server.run();
  let isRunning = true;
  const stop = async () => {
    if (isRunning) await server.close();
    isRunning = false;
  };
  afterAll(stop);
  const endpoint = `http://127.0.0.1:${port}`;
  const bucket: Bucket = { name: NAME, endpoint, region: "us-east-1", keyId: KEY, secret: KEY };
  return {
    bucket,
    env: {
      MEDIA_STORE: `s3://${NAME}?endpoint=${endpoint}&region=us-east-1`,
      MEDIA_S3_KEY_ID: KEY,
      MEDIA_S3_SECRET: KEY,
    },
    stop,
    async start() {
      server = open(port);
      await server.run();
      isRunning = true;
    },
  };
}
