// What the actions of public forms share: reading posts and replying.
import { data, type HeadersArgs } from "react-router";
import { ageOfStamp } from "./form-stamp.server.ts";
import type { Reply } from "./reply.ts";
import type { FormSigns } from "./signs.ts";

export type ReplyHeaders = { "Retry-After": string };

/** Returns an action's reply; it contains a visitor's input and is never cached. */
export const answerWith = (reply: Reply, status = 200, headers?: ReplyHeaders) =>
  data(reply, { status, headers: { "Cache-Control": "no-store", ...headers } });

/** Returns the headers of an action's response, for the page's `headers` export, including Retry-After. */
export const replyHeaders = ({ actionHeaders, loaderHeaders }: HeadersArgs) =>
  [...actionHeaders].length > 0 ? actionHeaders : loaderHeaders;

export const readSigns = (sent: FormData, dataDir: string): FormSigns => ({
  trap: textOf(sent.get("subject")),
  ageMs: ageOfStamp(dataDir, textOf(sent.get("stamp"))),
});

/** Returns a posted field as text; files don't count. */
export const textOf = (value: FormDataEntryValue | null) => (typeof value === "string" ? value : "");
