// Texts about people with their own login: signing in, invitations, the People tab and "Your account".
import { withTries } from "./login.ts";

/** Name for the login with the site's password, which belongs to no person. */
export const OWNER_NAME = "Owner";

export const roles = {
  owner: {
    name: "Owner",
    as: "as owner",
    may: "You can do everything, including settings, enquiries and inviting others.",
  },
  editor: {
    name: "Editor",
    as: "as an editor",
    may: "You can edit, add and publish everything visitors read: pages, posts, case studies and images. You won't see enquiries or settings.",
  },
  enquiries: {
    name: "Enquiries",
    as: "to handle enquiries",
    may: "You can read and answer enquiries and see newsletter subscribers. You won't see the site's content or settings.",
  },
} as const;

export const personLogin = {
  title: "Log in with your email address",
  about: "If you were invited, use your own email address and password.",
  email: "Email address",
  submit: "Log in",
  toast: { title: "Invalid Password", text: "Check your email address and password." },
  wrong: (triesLeft?: number) => withTries("Wrong email address or password.", triesLeft),
  forgotten: "Forgot your password? Ask the owner for a new invitation.",
} as const;

export const invitationMail = {
  hello: (name: string) => `Hi ${name},`,
  /** `by` is null if the site's password, which belongs to no one, was used to send it */
  invited: {
    subject: (site: string, by: string | null) =>
      by
        ? `${by} invites you to the control panel of ${site}`
        : `You're invited to the control panel of ${site}`,
    intro: (site: string, by: string | null, role: keyof typeof roles) => {
      const as = `to the control panel of ${site} ${roles[role].as}`;
      return `${by ? `${by} invites you` : "You're invited"} ${as}. ${roles[role].may}`;
    },
    start: "Choose a password to get started:",
    button: "Accept the invitation",
  },
  renewed: {
    subject: (site: string) => `Choose a new password for the control panel of ${site}`,
    intro: (site: string, by: string | null) =>
      by
        ? `${by} sent you a link to choose a new password for the control panel of ${site}.`
        : `Here's a link to choose a new password for the control panel of ${site}.`,
    start: null,
    button: "Choose a new password",
  },
  expires: (days: number) => `The link works once, within ${days} days.`,
  ignore: "If you didn't expect this email, you can ignore it.",
} as const;

export const invitationPage = {
  title: "Accept your invitation",
  about: (email: string) => `Choose a password. You'll log in with this password and ${email}.`,
  name: "Your name",
  nameHint: "Others see it next to your changes.",
  password: "Password",
  passwordHint: (chars: number) => `At least ${chars} characters.`,
  submit: "Set password",
  dead: {
    title: "This link no longer works",
    about:
      "It was already used, replaced or revoked, or it has expired. Ask the person who sent it for a new one.",
    logIn: "Go to the login page",
  },
} as const;

export const peopleTab = {
  title: "People",
  about: "Everyone with their own login. The site's password keeps working.",
  none: {
    title: "No one has been invited yet",
    text: "Invite people below. Everyone gets their own password and sees only what their role includes.",
  },
  caption: "People and invitations",
  columns: { name: "Name", role: "Role", state: "Status" },
  you: "You",
  states: {
    active: "Active",
    disabled: "Disabled",
    invited: (until: string) => `Invited, link expires ${until}`,
    hasLink: (until: string) => `Active, link for a new password expires ${until}`,
  },
  role: (name: string) => `Role of ${name}`,
  form: {
    title: "Invite someone",
    about: "They get an email with a link to choose a password.",
    name: "Name",
    email: "Email address",
    role: "Role",
    roleHint:
      "Owner: everything. Editor: content, but no enquiries or settings. Enquiries: enquiries and subscribers only.",
    submit: "Invite",
  },
  link: "Copy this link and send it yourself if the email doesn't arrive. You won't see it again.",
  actions: {
    renew: "New link",
    newPassword: "New password link",
    revoke: "Revoke",
    disable: "Disable",
    enable: "Enable",
    resetFactor: "Reset two-factor",
  },
  confirmReset: (name: string) =>
    `Reset two-factor authentication for ${name}? They'll be logged out and can log in with their password alone.`,
  confirmDisable: (name: string) => `Disable the account of ${name}? They'll be logged out immediately.`,
  toasts: {
    invited: (email: string) => `Invitation for ${email} created`,
    mailed: "We're sending it by email. You can also copy the link.",
    roleStays: (role: string) =>
      `They already have a login, so the link only sets a new password. Their role is still ${role}. You can change it in the list.`,
    fetchFailed: "Failed to fetch people",
    inviteFailed: "Failed to create the invitation",
    revoked: "Invitation revoked",
    role: "Role changed",
    disabled: "Account disabled",
    enabled: "Account enabled",
    reset: "Two-factor authentication reset",
    failed: "Failed to save the change",
  },
} as const;

export const account = {
  title: "Your account",
  about: "Your name, how you log in, and the browsers you're logged in with",
  open: " (your account)",
  profile: {
    title: "Profile",
    about: (role: string) => `Your role: ${role}.`,
    name: "Name",
    email: (email: string) => `You log in with ${email}.`,
  },
  password: { title: "Password", about: "The password you log in with." },
  ownerPassword: "You're logged in with the site's password.",
  settings: "Password settings",
  sessions:
    "Browsers you're logged in with. If you don't recognize one, end its session and change your password.",
  toasts: {
    renamed: "Name changed",
    renameFailed: "Failed to change the name",
    fetchFailed: "Failed to fetch the sessions",
    factorFailed: "Failed to fetch your two-factor settings",
  },
} as const;
