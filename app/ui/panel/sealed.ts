import { fetchFailures } from "../../copy/panel/fetch-failures.ts";
import { fetchJsonLoggedIn } from "./fetch-json.ts";
import { showToast } from "./toaster.tsx";

/**
 * A text as it may stand in an address: an email address is sealed by the server, all else stays as it is.
 * @param sealAt the address that seals
 * @returns null where it could not be sealed, which a toast has said
 */
export async function sealed(text: string, sealAt: string): Promise<string | null> {
  if (!text.includes("@")) return text;
  const { answer } = await fetchJsonLoggedIn<{ sealed: string }>(sealAt, { form: { text } });
  if (!answer) showToast({ tone: "bad", title: fetchFailures.search, text: fetchFailures.unreachable });
  return answer?.sealed ?? null;
}
