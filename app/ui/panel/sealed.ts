import { fetchFailures } from "../../copy/panel/fetch-failures.ts";
import { fetchJsonLoggedIn } from "./fetch-json.ts";
import { showToast } from "./toaster.tsx";

/**
 * Encrypts text for use in a URL if it contains an email address or looks encrypted. Leaves other text unchanged.
 * @returns null after an error, which a toast reports
 */
export async function sealed(text: string, sealAt: string): Promise<string | null> {
  if (!/^~|@/.test(text)) return text;
  const { answer } = await fetchJsonLoggedIn<{ sealed: string }>(sealAt, { form: { text } });
  if (!answer) showToast({ tone: "bad", title: fetchFailures.search, text: fetchFailures.unreachable });
  return answer?.sealed ?? null;
}
