// The configuration check's questions to the network and the system.
import { Resolver } from "node:dns/promises";
import { existsSync, promises as fs } from "node:fs";
import http from "node:http";
import https from "node:https";
import os from "node:os";
import path from "node:path";
import type { TLSSocket } from "node:tls";
import { HEALTHY } from "../../server/http/health.ts";
import type { Reply, SenderDns } from "./rules.ts";

const ANSWER_MS = 5_000;
const BODY_MAX = 1_000;
const DNS = { timeout: 2_000, tries: 2 };

/**
 * Makes one request to SITE_URL. Reads the reply even if the certificate is invalid, since it sends nothing private.
 * @throws what the connection throws
 */
export function askSite(siteUrl: string): Promise<Reply> {
  const { get } = siteUrl.startsWith("https:") ? https : http;
  return new Promise((resolve, reject) => {
    const options = { rejectUnauthorized: false, agent: false, signal: AbortSignal.timeout(ANSWER_MS) };
    const request = get(`${siteUrl}/livez`, options, (response) => {
      const certificate = certificateOf(response.socket as TLSSocket);
      let body = "";
      response.setEncoding("utf8").on("error", reject);
      response.on("data", (part: string) => {
        body += part;
        if (body.length > BODY_MAX) response.destroy();
      });
      response.on("close", () =>
        resolve({ isOurs: body === HEALTHY, headers: response.headers, certificate }),
      );
    });
    request.on("error", reject);
  });
}

function certificateOf(socket: TLSSocket): Reply["certificate"] {
  if (!socket.encrypted) return null;
  const { valid_to } = socket.getPeerCertificate();
  const fault = socket.authorized ? "" : String(socket.authorizationError ?? "unknown");
  return { until: new Date(valid_to), fault };
}

const NO_RECORD = ["ENOTFOUND", "ENODATA"];

/** Asks DNS about a sender's domain. Never rejects. */
export async function askSenderDns(domain: string): Promise<SenderDns> {
  const resolver = new Resolver(DNS);
  const known = async <Found>(asking: Promise<Found[]>): Promise<Found[] | null> =>
    asking.catch((error: NodeJS.ErrnoException) => (NO_RECORD.includes(error.code ?? "") ? [] : null));
  const texts = async (name: string) =>
    (await known(resolver.resolveTxt(name)))?.map((parts) => parts.join("")) ?? null;
  const [mx, txt, own, above] = await Promise.all([
    known(resolver.resolveMx(domain)),
    texts(domain),
    texts(`_dmarc.${domain}`),
    // A subdomain without a record of its own has that of the domain above it.
    texts(`_dmarc.${domain.split(".").slice(-2).join(".")}`),
  ]);
  return {
    mx: mx?.sort((a, b) => a.priority - b.priority).map(({ exchange }) => exchange) ?? null,
    txt,
    dmarc: own && above && [...own, ...above],
  };
}

/** Returns the free space for a folder that may not exist yet; null if the file system doesn't report it. */
export async function readFreeBytes(folder: string): Promise<number | null> {
  const present = existsSync(folder) ? folder : path.dirname(folder);
  if (present !== folder && !existsSync(present)) return readFreeBytes(present);
  const { blocks, bavail, bsize } = await fs.statfs(present);
  return blocks === 0 ? null : bavail * bsize;
}

/** Returns this machine's memory, or the container's limit. */
export function readMemoryBytes(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, os.totalmem()) : os.totalmem();
}
