import { createContext } from "react-router";
import type { SignedIn } from "./rights.ts";

/** Whoever makes a request to the panel, set behind the gate; null in front of it. */
export const signedInAs = createContext<SignedIn | null>(null);
