// What the actions of public forms share: reading what was posted, and answering.
import { data, type HeadersArgs } from "react-router";
import { ageOfStamp } from "./form-stamp.server.ts";
import type { Reply } from "./reply.ts";
import type { FormSigns } from "./signs.ts";

export type ReplyHeaders = { "Retry-After": string };

/** A reply as an action returns it; it holds what one visitor typed, and is kept nowhere. */
export const answerWith = (reply: Reply, status = 200, headers?: ReplyHeaders) =>
  data(reply, { status, headers: { "Cache-Control": "no-store", ...headers } });

/** The headers of an action's answer, for the page's `headers` export: Retry-After is among them. */
export const replyHeaders = ({ actionHeaders, loaderHeaders }: HeadersArgs) =>
  [...actionHeaders].length > 0 ? actionHeaders : loaderHeaders;

export const readSigns = (sent: FormData, dataDir: string): FormSigns => ({
  trap: textOf(sent.get("subject")),
  ageMs: ageOfStamp(dataDir, textOf(sent.get("stamp"))),
});

/** A posted field as text; a file is none. */
export const textOf = (value: FormDataEntryValue | null) => (typeof value === "string" ? value : "");
