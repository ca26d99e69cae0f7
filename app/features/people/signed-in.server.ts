import { createContext, data, type RouterContextProvider } from "react-router";
import { refusals } from "../../copy/refusals.ts";
import { hasRight, type Right, type SignedIn } from "./rights.ts";

/** The person who makes a request to the panel, set behind the gate; null in front of it. */
export const signedInAs = createContext<SignedIn | null>(null);

type Context = Readonly<RouterContextProvider>;

/** Returns whether the person who makes the request has a right. */
export const may = (context: Context, right: Right): boolean =>
  hasRight(context.get(signedInAs)?.role ?? null, right);

/** @throws a 404 without the right: what a person may not see doesn't exist for them */
export function requireRight(context: Context, right: Right): void {
  if (!may(context, right)) throw data(refusals.nothing, { status: 404 });
}
