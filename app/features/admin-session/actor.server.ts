import type { RouterContextProvider } from "react-router";
import { ownerDb, requestInfo } from "../../platform/http/context.server.ts";
import { coarseNetworkOf } from "../../platform/http/network.ts";
import { browserOf } from "../../platform/http/user-agent.ts";
import type { Actor, AuditDetails, AuditEvent, CountedEvent } from "../audit-log/events.ts";
import { recordEvent } from "../audit-log/record.server.ts";
import { sessionIdOf } from "./session.server.ts";

/** What loaders and actions are given; the request's body is not looked at. */
export type Args = { request: Request; context: Readonly<RouterContextProvider> };

/** In whose name a request is made, for the security log. */
export async function actorOf(args: Args): Promise<Actor> {
  const id = await sessionIdOf(args.request);
  return { ...originOf(args), session: id && sessionMark(id) };
}

/** Where a request comes from, as far as it is kept. */
export const originOf = ({ request, context }: Args): Omit<Actor, "session"> => ({
  browser: browserOf(request.headers.get("User-Agent")),
  network: coarseNetworkOf(context.get(requestInfo).ip),
});

const MARK_CHARS = 8;

/**
 * Enough of a session to tell it from others, too little to find it by.
 * @param id from `sessionIdOf`
 */
export const sessionMark = (id: string) => id.slice(0, MARK_CHARS);

/**
 * `recordEvent` in the name of a request that has passed the gate.
 * @returns never rejects
 */
export async function recordOf<Event extends Exclude<AuditEvent, CountedEvent>>(
  args: Args,
  event: Event,
  details: AuditDetails[Event],
): Promise<void> {
  await recordEvent(args.context.get(ownerDb), event, details, await actorOf(args));
}
