// Texts about the second factor: its step of the login, and its card on "Your account".
import { counted } from "../counted.ts";
import { login } from "./login.ts";

/** With more tries left, their number doesn't matter yet. */
const TRIES_SHOWN = 3;

/** Why a code was rejected, with what helps. */
export const wrongCode = {
  shape: "Enter the 6 digits from your app, or a recovery code of 16 letters and digits.",
  wrong:
    "Wrong code. Enter the one your app shows now, and check that your phone sets its clock automatically.",
  used: "This code was already used. Wait for the next one, which takes up to 30 seconds.",
  clock:
    "This code has expired. Enter the one your app shows now, and check that your phone sets its clock automatically.",
  unreadable:
    "This server can't check codes from your app, because the key they're encrypted with is missing. Use a recovery code.",
  none: "Two-factor authentication is off.",
  "used-recovery": "This recovery code was already used. Enter another one.",
} as const;

/** The sentence for a wrong code. @param triesLeft absent if it didn't count */
export function sentenceOf(reason: keyof typeof wrongCode, triesLeft = Number.POSITIVE_INFINITY): string {
  if (triesLeft > TRIES_SHOWN) return wrongCode[reason];
  return `${wrongCode[reason]} ${triesLeft < 1 ? "Wait up to 15 minutes before trying again." : `${counted(triesLeft, "try", "tries")} left.`}`;
}

export const factorLogin = {
  title: "Two-factor authentication",
  about: "Enter the 6-digit code from your authenticator app, or one of your recovery codes.",
  code: "Code",
  codeAgain: "Code from your authenticator app, or a recovery code",
  trust: "Remember this device for 30 days",
  submit: "Log in",
  lost: {
    title: "Can't get a code?",
    codes: "Use one of the recovery codes you saved when you set this up. Each works once.",
    reset:
      "Without them, ask the owner to reset your two-factor authentication. For the owner, the developer can do it on the server: npm run access -- reset-factor",
  },
  again: "Start over",
  expired: "The login took longer than 10 minutes. Enter your password again.",
  toast: { title: "Wrong code", text: "Check the code and try again." },
  expiredToast: { title: "Login expired" },
  tooMany: "Too many wrong codes",
  wait: login.wait,
  tryAgain: login.tryAgain,
} as const;

export const factorCard = {
  title: "Two-factor authentication",
  about: "After your password, a code from your phone. A stolen password alone is then worth nothing.",
  off: "Off. You log in with your password alone.",
  on: (codes: number) => `On. You have ${counted(codes, "recovery code", "recovery codes")} left.`,
  start: "Set up",
  steps: {
    scan: "Scan this QR code with an authenticator app on your phone, such as Google Authenticator, Microsoft Authenticator or 1Password.",
    qr: "QR code for your authenticator app",
    secret: "Or enter this key in the app",
  },
  code: "6-digit code from the app",
  password: "Your password",
  confirm: "Turn on",
  cancel: "Cancel",
  codes: {
    title: "Save your recovery codes",
    about:
      "If you lose your phone, each of these logs you in once. Store them where you keep passwords. You won't see them again.",
    label: "Recovery codes",
    copy: "Copy",
    copied: "Recovery codes copied",
    notCopied: "Failed to copy the recovery codes",
    selectThem: "Select them and copy them yourself.",
    download: "Download",
    file: "recovery-codes.txt",
  },
  proof: "Your password or a current code",
  proofHint: "To create new recovery codes or to turn two-factor authentication off.",
  renew: "New recovery codes",
  remove: "Turn off",
  confirmRemove: "Turn two-factor authentication off? Your recovery codes stop working.",
  errors: {
    proof: "Enter your password or a current code.",
    password: "Enter your password.",
    code: "Enter the code from the app.",
    wrongPassword: "Wrong password.",
    started: "This setup was canceled or started again. Scan the new QR code.",
  },
  toasts: {
    started: "Setup started",
    canceled: "Setup canceled",
    on: "Two-factor authentication turned on",
    renewed: "New recovery codes created",
    renewedText: "The earlier ones no longer work.",
    off: "Two-factor authentication turned off",
    failed: "Failed to change two-factor authentication",
  },
} as const;
