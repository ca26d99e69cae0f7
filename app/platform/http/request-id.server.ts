// Tracks the request that is being handled, for the log.
import { AsyncLocalStorage } from "node:async_hooks";

const requests = new AsyncLocalStorage<string>();

/** Runs work for a request: every line logged during it includes the request's ID. */
export const forRequest = <Result>(id: string, work: () => Result): Result => requests.run(id, work);

/** Returns the ID of the current request, undefined if there is none. */
export const currentRequest = (): string | undefined => requests.getStore();
