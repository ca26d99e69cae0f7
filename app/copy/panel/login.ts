// Texts of the sign-in page, in addition to the toasts of SPEC 8.

const minutes = (seconds: number) => {
  const count = Math.ceil(seconds / 60);
  return count === 1 ? "a minute" : `${count} minutes`;
};

export const login = {
  wrong: "Wrong password.",
  tooMany: "Too many wrong passwords",
  tryAgain: (seconds: number) => `Try again in ${minutes(seconds)}.`,
  wait: (seconds: number) => `Wait ${minutes(seconds)} before trying again.`,
  forgotten: {
    title: "Forgot your password?",
    ask: "Ask your developer. The password is in ADMIN_PASSWORD or, if it was never changed in the panel, in the file admin-password in the site's data folder (DATA_DIR).",
    reset: "Otherwise, they can set a new ADMIN_PASSWORD and restart the site.",
  },
} as const;
