// Two-factor texts: the step at login, passkeys, "Confirm it's you", and the card on "Your account".
import { counted } from "../counted.ts";
import { login, withTries } from "./login.ts";

/** Why a code was rejected, and what to do. */
export const wrongCode = {
  shape: "Enter the 6 digits from your app, or a recovery code of 16 letters and digits.",
  wrong:
    "Wrong code. Enter the one your app shows now, and check that your phone sets its clock automatically.",
  used: "This code was already used. Wait for the next one, which takes up to 30 seconds.",
  clock:
    "This code has expired. Enter the one your app shows now, and check that your phone sets its clock automatically.",
  unreadable:
    "This server can't check codes from your app, because its encryption key is missing. Use a recovery code.",
  none: "Two-factor authentication is off.",
  "used-recovery": "This recovery code was already used. Enter another one.",
} as const;

/**
 * Returns the message for a wrong code.
 * @param triesLeft absent if the attempt wasn't counted
 */
export const sentenceOf = (reason: keyof typeof wrongCode, triesLeft?: number): string =>
  withTries(wrongCode[reason], triesLeft);

export const factorLogin = {
  title: "Two-factor authentication",
  about: "Enter the 6-digit code from your authenticator app, or one of your recovery codes.",
  aboutPasskey: "Use your passkey, or enter one of your recovery codes.",
  code: "Code",
  recoveryCode: "Recovery code",
  codeAgain: "Code from your authenticator app, or a recovery code",
  trust: "Remember this device for 30 days",
  submit: "Log in",
  lost: {
    title: "Can't get a code?",
    codes: "Use one of the recovery codes you saved when you set this up. Each works once.",
    reset:
      "Without them, ask the owner to reset your two-factor authentication. If you're the owner, a developer can do it on the server: npm run access -- reset-factor",
  },
  again: "Start over",
  expired: "The login took longer than 10 minutes. Enter your password again.",
  toast: { title: "Wrong code", text: "Check the code and try again." },
  expiredToast: { title: "Login expired" },
  tooMany: "Too many wrong codes",
  wait: login.wait,
  tryAgain: login.tryAgain,
} as const;

export const passkeyLogin = {
  use: "Use a passkey",
  or: "or",
  wrong: "This passkey doesn't work here anymore, or the request expired. Try again, or log in another way.",
  canceled: "No passkey was used. Try again, or log in another way.",
  failed: "We couldn't check the passkey. Try again, or log in another way.",
  tooMany: login.wait,
} as const;

/** Shown before sensitive changes and exports if the last password, code or passkey was sent over 10 minutes ago. */
export const confirmIdentity = {
  title: "Confirm it's you",
  about: (name: string) => `Logged in as ${name}. Your last login was more than 10 minutes ago.`,
  aboutTyped: "Your last login was more than 10 minutes ago. What you typed is still here.",
  proof: (hasApp: boolean) => (hasApp ? "Password or current code" : "Password"),
  wrong: (triesLeft?: number) => withTries("Wrong password or code.", triesLeft),
  wait: login.wait,
  submit: "Confirm",
  cancel: "Back to the control panel",
  done: "Confirmed",
  continue: "Continue",
  refused: "Save again to confirm it's you. What you typed is still here.",
  again: { title: "Confirmed", text: "Nothing has been changed yet. Click the button again." },
  /** replaces the dialog if the form was sent without scripts */
  page: {
    title: "Confirm it's you",
    text: "Nothing has been changed yet. Confirm it's you in a new tab, then reload this page to send your changes again.",
    open: "Confirm in a new tab",
  },
} as const;

export const factorCard = {
  title: "Two-factor authentication",
  about: "Protect your login with your phone or a passkey, so a stolen password isn't enough to get in.",
  off: "Off. You log in with your password alone.",
  on: (codes: number) => `On. You have ${counted(codes, "recovery code", "recovery codes")} left.`,
  app: {
    title: "Authenticator app",
    about: "After your password, you enter a 6-digit code from your phone.",
    start: "Set up an app",
    remove: "Remove the app",
    confirmRemove: "Remove the authenticator app? Its codes will stop working.",
  },
  passkeys: {
    title: "Passkeys",
    about:
      "You log in with your fingerprint, face, PIN or security key. A passkey replaces both the password and the code.",
    name: "Name",
    nameHint: "A name that helps you tell your passkeys apart, such as the name of the device.",
    add: "Add a passkey",
    columns: { name: "Name", added: "Added", used: "Last used" },
    unused: "Never",
    remove: "Remove",
    confirmRemove: (name: string) =>
      `Remove the passkey “${name}”? You won't be able to log in with it anymore.`,
    canceled:
      "Your browser didn't create a passkey. If this device already has one of yours, it doesn't need another.",
    problems: {
      http: "Passkeys need https. Set SITE_URL to the https URL of your site to use them.",
      ip: "Passkeys don't work on IP addresses. Set SITE_URL to your site's domain name to use them.",
      browser: "This browser doesn't support passkeys.",
    },
  },
  steps: {
    scan: "Scan this QR code with an authenticator app on your phone, such as Google Authenticator, Microsoft Authenticator or 1Password.",
    qr: "QR code for your authenticator app",
    secret: "Or enter this key in the app",
  },
  code: "6-digit code from the app",
  confirm: "Turn on",
  cancel: "Cancel",
  codes: {
    title: "Save your recovery codes",
    about:
      "If you lose your phone or passkey, log in with one of these codes. Each works once. Store them where you keep passwords. You won't see them again.",
    label: "Recovery codes",
    copy: "Copy",
    copied: "Recovery codes copied",
    notCopied: "Failed to copy the recovery codes",
    selectThem: "Select them and copy them yourself.",
    download: "Download",
    file: "recovery-codes.txt",
  },
  renew: "New recovery codes",
  errors: {
    code: "Enter the code from the app.",
    name: "Enter a name.",
    longName: (chars: number) => `Use ${chars} characters or fewer.`,
    passkey: "The passkey wasn't accepted, or it took longer than 10 minutes. Try again.",
    started: "This setup was canceled or started again. Scan the new QR code.",
  },
  toasts: {
    started: "Setup started",
    canceled: "Setup canceled",
    on: "Two-factor authentication turned on",
    passkeyAdded: "Passkey added",
    passkeyRemoved: "Passkey removed",
    appRemoved: "Authenticator app removed",
    ended: "You were logged out of all other browsers.",
    renewed: "New recovery codes created",
    renewedText: "The earlier ones no longer work.",
    failed: "Failed to change two-factor authentication",
  },
} as const;
