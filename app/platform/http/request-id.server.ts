import { AsyncLocalStorage } from "node:async_hooks";

const requests = new AsyncLocalStorage<string>();

/** Runs work for a request. Log lines include its ID. */
export const forRequest = <Result>(id: string, work: () => Result): Result => requests.run(id, work);

/** Returns the ID of the current request; undefined outside of requests. */
export const currentRequest = (): string | undefined => requests.getStore();
