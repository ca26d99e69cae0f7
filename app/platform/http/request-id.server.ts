// Which request is being answered, for the lines of the log.
import { AsyncLocalStorage } from "node:async_hooks";

const requests = new AsyncLocalStorage<string>();

/** Does something for a request: every line that is logged meanwhile names it. */
export const forRequest = <Result>(id: string, work: () => Result): Result => requests.run(id, work);

/** The id of the request that this is done for, undefined where there is none. */
export const currentRequest = (): string | undefined => requests.getStore();
