// How a form of the panel and the server speak: what a save answers, and what is said when no answer comes.
import type { SubmissionResult } from "@conform-to/react";
import { data, isRouteErrorResponse } from "react-router";
import { logInAgain } from "./login-again.tsx";
import type { ToastMessage } from "./toaster.tsx";

/** The answer to a save, a delete or an undo. */
export type SaveReply = {
  isSaved: boolean;
  toast: ToastMessage;
  /** a form's fields with what is wrong; absent where no form was sent */
  result?: SubmissionResult<string[]>;
  /** another editor saved meanwhile: the version that is stored now */
  newerVersion?: number | string;
  /** of a form that stays open: the state that this save has made, by which the next one knows it */
  version?: string;
  /** the login had ended and was renewed in place: nothing is saved yet, the form sends itself again */
  again?: true;
  /** what to post to take it back */
  undo?: Record<string, string>;
};

/**
 * Makes a route's `clientAction`, which passes the save on to the server. Whatever goes wrong on the way (no connection,
 * logged out meanwhile, too large, a fault) becomes an answer, so that the form stays open with everything typed.
 * @param failed the spec's toast for a save that fails
 */
export const submitKeepingInput = (failed: string) => submitKeepingInputBy({}, failed);

/**
 * As `submitKeepingInput`, where each intent of the route's forms fails with words of its own.
 * @param failed by intent
 * @param otherwise for every other intent
 */
export const submitKeepingInputBy =
  (failed: Record<string, string>, otherwise: string) =>
  async ({ request, serverAction }: { request: Request; serverAction: () => Promise<unknown> }) => {
    const intent = (await request.clone().formData()).get("intent");
    return submit(serverAction, failed[String(intent)] ?? otherwise);
  };

async function submit(serverAction: () => Promise<unknown>, failed: string) {
  try {
    const reply = (await serverAction()) as SaveReply;
    // A refused save has changed nothing that the page would have to read again.
    return data(reply, { status: reply.isSaved ? 200 : 400 });
  } catch (error) {
    // A redirect is an answer.
    if (error instanceof Response) throw error;
    if (isLoggedOut(error) && (await logInAgain())) {
      const toast: ToastMessage = {
        tone: "good",
        title: "Logged in again",
        text: "Nothing was changed yet. Click the button again.",
      };
      return data<SaveReply>({ isSaved: false, again: true, toast }, { status: 400 });
    }
    const reply: SaveReply = { isSaved: false, toast: { tone: "bad", title: failed, text: reasonOf(error) } };
    return data(reply, { status: 400 });
  }
}

const isLoggedOut = (error: unknown) => isRouteErrorResponse(error) && error.status === 401;

function reasonOf(error: unknown): string {
  if (isLoggedOut(error)) return "You're logged out. Save again to log in. What you typed is still here.";
  if (isRouteErrorResponse(error) && error.status === 403)
    return "This page is out of date. Copy what you typed, reload the page and save again.";
  const refusal = isRouteErrorResponse(error) && refusalOf(error.data);
  if (refusal) return `${refusal} What you typed is still here.`;
  if (!navigator.onLine) return "You're offline. What you typed is still here.";
  return "The site didn't respond. What you typed is still here.";
}

/** Why the server itself refused: its page says so (server/http/refuse.ts). */
function refusalOf(page: unknown): string | null | undefined {
  if (typeof page !== "string") return null;
  return new DOMParser().parseFromString(page, "text/html").querySelector("[data-reason]")?.textContent;
}
