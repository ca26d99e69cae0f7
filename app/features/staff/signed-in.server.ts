import { createContext, data, type RouterContextProvider } from "react-router";
import { refusals } from "../../copy/refusals.ts";
import { hasRight, type Right, type SignedIn } from "./rights.ts";

/** Null until the sign-in check has passed. */
export const signedInAs = createContext<SignedIn | null>(null);

type Context = Readonly<RouterContextProvider>;

/** Returns whether the signed-in person has a right. */
export const may = (context: Context, right: Right): boolean =>
  hasRight(context.get(signedInAs)?.role ?? null, right);

/** Throws a 404 if the person lacks the right, to hide that the page exists. */
export function requireRight(context: Context, right: Right): void {
  if (!may(context, right)) throw data(refusals.nothing, { status: 404 });
}
