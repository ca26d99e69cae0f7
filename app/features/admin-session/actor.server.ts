import type { RouterContextProvider } from "react-router";
import { requestInfo, systemDb } from "../../platform/http/context.server.ts";
import { coarseNetworkOf } from "../../platform/http/network.ts";
import { browserOf } from "../../platform/http/user-agent.ts";
import type { Actor, AuditDetails, AuditEvent, CountedEvent } from "../audit-log/events.ts";
import { recordEvent } from "../audit-log/record.server.ts";
import { signedInAs } from "../people/signed-in.server.ts";
import { sessionIdOf } from "./session.server.ts";

/** The arguments of loaders and actions. The request body isn't read. */
export type Args = { request: Request; context: Readonly<RouterContextProvider> };

/** Returns who made a request, for the security log. */
export async function actorOf(args: Args): Promise<Actor> {
  const id = await sessionIdOf(args.request);
  const person = args.context.get(signedInAs)?.person ?? null;
  return { ...originOf(args), session: id && sessionMark(id), person };
}

/** Returns what is stored about where a request came from. */
export const originOf = ({ request, context }: Args): Omit<Actor, "session" | "person"> => ({
  browser: browserOf(request.headers.get("User-Agent")),
  network: coarseNetworkOf(context.get(requestInfo).ip),
});

const MARK_CHARS = 8;

/**
 * Shortens a session id so that it identifies the session in logs but can't be used to look it up.
 * @param id from `sessionIdOf`
 */
export const sessionMark = (id: string) => id.slice(0, MARK_CHARS);

/**
 * Calls `recordEvent` on behalf of an authenticated request.
 * @returns a promise that never rejects
 */
export async function recordOf<Event extends Exclude<AuditEvent, CountedEvent>>(
  args: Args,
  event: Event,
  details: AuditDetails[Event],
): Promise<void> {
  await recordEvent(args.context.get(systemDb), event, details, await actorOf(args));
}
