// What the login says beside the toasts of SPEC 8.

const minutes = (seconds: number) => {
  const count = Math.ceil(seconds / 60);
  return count === 1 ? "a minute" : `${count} minutes`;
};

export const login = {
  wrong: "That is not the password.",
  tooMany: "Too many wrong passwords",
  tryAgain: (seconds: number) => `Try again in ${minutes(seconds)}.`,
  wait: (seconds: number) => `Wait ${minutes(seconds)} before the next try.`,
  forgotten: {
    title: "Forgotten the password?",
    ask: "Ask the person who runs the server. It is in ADMIN_PASSWORD or, where it was never changed in the panel, in the file admin-password of the site’s data folder (DATA_DIR).",
    anew: "Otherwise they set a new ADMIN_PASSWORD and start the site again.",
  },
} as const;
