import { createContext } from "react-router";
import type { Role } from "./rights.ts";

/** The role of whoever makes a request to the panel, set behind the gate. */
export const roleContext = createContext<Role>();
