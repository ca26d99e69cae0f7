// `test` for browser tests. Each test starts without what earlier tests on the same site left open.
import { test as base } from "@playwright/test";
import { TOAST_MS, UNDO_TOAST_MS } from "../../app/copy/business.ts";
import { query } from "./e2e-database.ts";

/** What tests leave behind when they end, and other tests would see. */
const LEFT_OPEN = [
  // First, so that a form that autosaves while its page closes is rejected.
  "delete from admin_sessions",
  "delete from autosaves",
  "delete from change_sets",
  "delete from outgoing_mails where status = 'refused'",
];

type Fixtures = {
  /** whether toasts stay until they're dismissed or replaced, so that a slow machine doesn't miss one */
  toastsStay: boolean;
  reset: undefined;
};

export const test = base.extend<Fixtures>({
  toastsStay: [true, { option: true }],
  context: async ({ context, toastsStay }, use) => {
    if (toastsStay)
      await context.addInitScript(holdToasts, { panelMs: [TOAST_MS, UNDO_TOAST_MS], publicTickMs: 100 });
    await use(context);
  },
  reset: [
    async ({ browserName: _ }, use) => {
      for (const statement of LEFT_OPEN) await query(statement);
      await use(undefined);
    },
    { auto: true },
  ],
});

/**
 * Runs in the page: ignores the timers that close toasts (`ui/panel/toaster.tsx`, `enhance/toasts.ts`), and lets clicks
 * through to what the toasts cover.
 */
function holdToasts({ panelMs, publicTickMs }: { panelMs: number[]; publicTickMs: number }) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    ".toasts { pointer-events: none !important } .toasts :is(a, button) { pointer-events: auto }",
  );
  document.adoptedStyleSheets.push(sheet);
  const [setOnce, setRepeated] = [window.setTimeout, window.setInterval] as [Timer, Timer];
  Object.assign(window, {
    setTimeout: (...args: Parameters<Timer>) => (panelMs.includes(args[1] ?? 0) ? 0 : setOnce(...args)),
    setInterval: (...args: Parameters<Timer>) => (args[1] === publicTickMs ? 0 : setRepeated(...args)),
  });
}

type Timer = (handler: () => void, ms?: number, ...args: unknown[]) => number;
