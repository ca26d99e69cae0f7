// Text for the login page, in addition to SPEC 8's toasts.
import { counted } from "../counted.ts";

/** The number of tries left is shown only if it's this low. */
const TRIES_SHOWN = 3;

const minutes = (seconds: number) => {
  const count = Math.ceil(seconds / 60);
  return count === 1 ? "a minute" : `${count} minutes`;
};

/** Returns the reason for a rejection, with the number of tries left if there are few. */
export function withTries(reason: string, triesLeft = Number.POSITIVE_INFINITY): string {
  if (triesLeft > TRIES_SHOWN) return reason;
  return `${reason} ${triesLeft < 1 ? "Wait up to 15 minutes before trying again." : `${counted(triesLeft, "try", "tries")} left.`}`;
}

export const login = {
  wrong: (triesLeft?: number) => withTries("Wrong password.", triesLeft),
  tooMany: "Too many wrong passwords",
  tryAgain: (seconds: number) => `Try again in ${minutes(seconds)}.`,
  wait: (seconds: number) => `Wait ${minutes(seconds)} before trying again.`,
  forgotten: {
    title: "Forgot your password?",
    ask: "Ask your developer. The password is in ADMIN_PASSWORD or, if it was never changed in the panel, in the file admin-password in the site's data folder (DATA_DIR).",
    reset: "Otherwise, they can set a new ADMIN_PASSWORD and restart the site.",
  },
} as const;
