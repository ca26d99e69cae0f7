// The protocol between the panel's forms and the server: replies to saves, and texts for when none arrives.
import type { SubmissionResult } from "@conform-to/react";
import { data, type ErrorResponse, isRouteErrorResponse } from "react-router";
import { confirmIdentity } from "../../copy/panel/factor.ts";
import { refusals } from "../../copy/refusals.ts";
import { confirmInPlace, logInAgain } from "./login-again.tsx";
import type { ToastMessage } from "./toaster.tsx";

/** The reply to a save, delete or undo. */
export type SaveReply = {
  isSaved: boolean;
  /** null for an intermediate step */
  toast: ToastMessage | null;
  /** a form's fields with their errors; absent if no form was sent */
  result?: SubmissionResult<string[]>;
  /** another editor has saved since: the stored version */
  newerVersion?: number | string;
  /** for a form that stays open: the state created by this save, for the next one */
  version?: string;
  /** the id of a record that was added and stays open */
  record?: string;
  /** the session was renewed in place: nothing is saved yet, and the form resubmits */
  again?: true;
  /** what to post to undo it */
  undo?: Record<string, string>;
};

/**
 * Creates a route's `clientAction` that passes the save to the server. Anything that goes wrong on the way (offline,
 * signed out, too large, an error) becomes a reply, so the form stays open with everything typed.
 * @param failed the spec's toast for a failed save
 */
export const submitKeepingInput = (failed: string) => submitKeepingInputBy({}, failed);

/**
 * Does the same as `submitKeepingInput`, with separate texts per intent.
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
    // A rejected save changed nothing that the page would have to re-read.
    return data(reply, { status: reply.isSaved ? 200 : 400 });
  } catch (error) {
    // Redirects are passed on.
    if (error instanceof Response) throw error;
    const isToConfirm = isLoggedOut(error) && error.data === refusals.confirm;
    if (isLoggedOut(error) && (await (isToConfirm ? confirmInPlace() : logInAgain()))) {
      const toast: ToastMessage = {
        tone: "good",
        ...(isToConfirm ? confirmIdentity.again : { ...confirmIdentity.again, title: "Logged in again" }),
      };
      return data<SaveReply>({ isSaved: false, again: true, toast }, { status: 400 });
    }
    const reply: SaveReply = { isSaved: false, toast: { tone: "bad", title: failed, text: reasonOf(error) } };
    return data(reply, { status: 400 });
  }
}

const isLoggedOut = (error: unknown): error is ErrorResponse =>
  isRouteErrorResponse(error) && error.status === 401;

function reasonOf(error: unknown): string {
  if (isLoggedOut(error) && error.data === refusals.confirm) return confirmIdentity.refused;
  if (isLoggedOut(error)) return "You're logged out. Save again to log in. What you typed is still here.";
  if (isRouteErrorResponse(error) && error.status === 403)
    return "This page is out of date. Copy what you typed, reload the page and save again.";
  const refusal = isRouteErrorResponse(error) && refusalOf(error.data);
  if (refusal) return `${refusal} What you typed is still here.`;
  if (!navigator.onLine) return "You're offline. What you typed is still here.";
  return "The site didn't respond. What you typed is still here.";
}

/** Returns the server's own reason, from its page (server/http/refuse.ts). */
function refusalOf(page: unknown): string | null | undefined {
  if (typeof page !== "string") return null;
  return new DOMParser().parseFromString(page, "text/html").querySelector("[data-reason]")?.textContent;
}
