import { createContext } from "react-router";
import type { Config } from "./config.server.ts";
import type { Database } from "./database.server.ts";

/** What each request carries into loaders and actions; set in `server/app.ts`, once per request. */
export const visitorDb = createContext<Database>();
export const ownerDb = createContext<Database>();
export const configContext = createContext<Config>();

/** Facts of the request that its URL does not tell. */
export type RequestInfo = {
  /** names the request in logs and on error pages */
  id: string;
  /** the visitor's address, behind the configured number of proxies (TRUST_PROXY) */
  address: string;
  /** whether the visitor's own connection is https */
  isSecure: boolean;
  /** the nonce of the panel's scripts; public pages are cacheable and have none */
  nonce: string;
};
export const requestInfo = createContext<RequestInfo>();
