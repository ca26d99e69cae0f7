import { data, type HeadersArgs } from "react-router";
import { ageOfStamp } from "./form-stamp.server.ts";
import type { Reply } from "./reply.ts";
import type { FormSigns } from "./signs.ts";

export type ReplyHeaders = { "Retry-After": string };

/** Returns an action's response. It's never cached, because it contains the visitor's input. */
export const answerWith = (reply: Reply, status = 200, headers?: ReplyHeaders) =>
  data(reply, { status, headers: { "Cache-Control": "no-store", ...headers } });

/**
 * Returns the action's headers (such as Retry-After), or else the loader's. For a page's `headers` export.
 */
export const replyHeaders = ({ actionHeaders, loaderHeaders }: HeadersArgs) =>
  [...actionHeaders].length > 0 ? actionHeaders : loaderHeaders;

export const readSigns = (sent: FormData, dataDir: string): FormSigns => ({
  trap: textOf(sent.get("subject")),
  ageMs: ageOfStamp(dataDir, textOf(sent.get("stamp"))),
});

/** Returns a posted field as text, or "" for files and missing fields. */
export const textOf = (value: FormDataEntryValue | null) => (typeof value === "string" ? value : "");
