import { fetchFailures } from "../../copy/panel/fetch-failures.ts";
import { fetchJsonLoggedIn } from "./fetch-json.ts";
import { showToast } from "./toaster.tsx";

/**
 * Prepares text for a URL: an email address is encrypted by the server, anything else stays.
 * @param sealAt the endpoint that encrypts
 * @returns null if that failed, which a toast has reported
 */
export async function sealed(text: string, sealAt: string): Promise<string | null> {
  if (!text.includes("@")) return text;
  const { answer } = await fetchJsonLoggedIn<{ sealed: string }>(sealAt, { form: { text } });
  if (!answer) showToast({ tone: "bad", title: fetchFailures.search, text: fetchFailures.unreachable });
  return answer?.sealed ?? null;
}
