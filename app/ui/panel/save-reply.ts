// Replies from the server to the panel's forms, and messages for requests without a reply.
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
  /** fields with errors; absent if no form was sent */
  result?: SubmissionResult<string[]>;
  /** the stored version, if another editor has saved since */
  newerVersion?: number | string;
  /** the stored draft's version, if another window has changed it since; 0 if the draft is gone */
  newerDraft?: number;
  /** the page shows something that has changed since, so it reloads */
  isOutdated?: true;
  /** for forms that stay open: the version after this save */
  version?: string;
  /** id of a new record whose form stays open */
  record?: string;
  /** the owner signed in again or confirmed it's them; nothing is saved yet, so the form resubmits */
  again?: true;
  /** what Undo posts */
  undo?: Record<string, string>;
};

/**
 * Creates a `clientAction` that turns every failure, such as a lost connection, into a reply, so the form
 * keeps its input.
 * @param failed the spec's toast for a failure
 */
export const submitKeepingInput = (failed: string) => submitKeepingInputBy({}, failed);

/**
 * Works like `submitKeepingInput`, with toasts by intent.
 * @param otherwise the toast for all other intents
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
    // A 400 prevents a reload, which a rejected save doesn't need, because nothing changed.
    return data(reply, { status: reply.isSaved || reply.isOutdated ? 200 : 400 });
  } catch (error) {
    // Pass redirects on.
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

/** Returns the reason shown on the server's error page (server/http/refuse.ts). */
function refusalOf(page: unknown): string | null | undefined {
  if (typeof page !== "string") return null;
  return new DOMParser().parseFromString(page, "text/html").querySelector("[data-reason]")?.textContent;
}
