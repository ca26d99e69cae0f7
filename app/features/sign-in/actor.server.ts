import type { RouterContextProvider } from "react-router";
import { requestInfo, systemDb } from "../../platform/http/context.server.ts";
import { coarseNetworkOf } from "../../platform/http/network.ts";
import { browserOf } from "../../platform/http/user-agent.ts";
import type { Actor, AuditDetails, AuditEvent, CountedEvent } from "../audit-log/events.ts";
import { recordEvent } from "../audit-log/record.server.ts";
import { signedInAs } from "../staff/signed-in.server.ts";
import { sessionIdOf } from "./session.server.ts";

/** Arguments passed to loaders and actions. Functions that take them don't read the request's body. */
export type Args = { request: Request; context: Readonly<RouterContextProvider> };

/** Returns the sender of a request, for the security log. */
export async function actorOf(args: Args): Promise<Actor> {
  const id = await sessionIdOf(args.request);
  const person = args.context.get(signedInAs)?.person ?? null;
  return { ...originOf(args), session: id && sessionMark(id), person };
}

/** Returns the browser and network to record for a request. */
export const originOf = ({ request, context }: Args): Omit<Actor, "session" | "person"> => ({
  browser: browserOf(request.headers.get("User-Agent")),
  network: coarseNetworkOf(context.get(requestInfo).ip),
});

const MARK_CHARS = 8;

/**
 * Shortens a session id for the log. The short form tells sessions apart, but can't be used to look one up.
 * @param id from `sessionIdOf`
 */
export const sessionMark = (id: string) => id.slice(0, MARK_CHARS);

/** Records an event with the request's sender as the actor. Never rejects. */
export async function recordOf<Event extends Exclude<AuditEvent, CountedEvent>>(
  args: Args,
  event: Event,
  details: AuditDetails[Event],
): Promise<void> {
  await recordEvent(args.context.get(systemDb), event, details, await actorOf(args));
}
