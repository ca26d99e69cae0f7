// Texts about the people who can sign in: the sign-in with a name, invitations, Settings → People and "Your account".
import { login } from "./login.ts";

/** The one-password sign-in, which has no person. */
export const OWNER_NAME = "Owner";

export const roles = {
  owner: { name: "Owner", about: "Everything, including settings and people" },
  editor: { name: "Editor", about: "Pages, posts, case studies, images and redirects, but no enquiries" },
  enquiries: { name: "Enquiries", about: "Enquiries and subscribers, but no content" },
} as const;

export const personLogin = {
  title: "Sign in with your name",
  about: "If you were invited, use your own email address and password.",
  email: "Email address",
  submit: "Sign in",
  toast: { title: "Invalid Password", text: "Check your email address and password." },
  wrong: (triesLeft?: number) =>
    login.wrong(triesLeft).replace("Wrong password", "Wrong email address or password"),
  forgotten: "Forgot your password? Ask the owner for a new invitation.",
} as const;
