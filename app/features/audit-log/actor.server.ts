import type { RouterContextProvider } from "react-router";
import { ownerDb, requestInfo } from "../../platform/context.server.ts";
import { coarseNetworkOf } from "../../platform/network.ts";
import { browserOf } from "../../platform/user-agent.ts";
import { sessionIdOf } from "../admin-session/session.server.ts";
import type { Actor, AuditDetails, AuditEvent, CountedEvent } from "./events.ts";
import { recordEvent } from "./record.server.ts";

/** What loaders and actions are given; the request's body is not looked at. */
type Args = { request: Request; context: Readonly<RouterContextProvider> };

/** In whose name a request is made. */
export async function actorOf({ request, context }: Args): Promise<Actor> {
  const id = await sessionIdOf(request);
  return {
    browser: browserOf(request.headers.get("User-Agent")),
    network: coarseNetworkOf(context.get(requestInfo).address),
    session: id && sessionMark(id),
  };
}

const MARK_CHARS = 8;

/**
 * Enough of a session to tell it from others, too little to find it by.
 * @param id from `sessionIdOf`
 */
export const sessionMark = (id: string) => id.slice(0, MARK_CHARS);

/**
 * `recordEvent` in the name of the request, behind the gate.
 * @returns never rejects
 */
export async function recordOf<Event extends Exclude<AuditEvent, CountedEvent>>(
  args: Args,
  event: Event,
  details: AuditDetails[Event],
): Promise<void> {
  await recordEvent(args.context.get(ownerDb), event, details, await actorOf(args));
}
