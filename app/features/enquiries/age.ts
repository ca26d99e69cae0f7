const HOUR = 3_600_000;
/** SPEC 9: "within 24 hours". */
export const PROMISE_HOURS = 24;
const SOON_HOURS = 16;

/** Returns how long an enquiry has waited, relative to the promised 24 hours. */
export function replyTimeLeft(
  receivedAt: Date,
  now = new Date(),
): { tone: "up" | "warn" | "down"; words: string } {
  const hours = Math.max(0, Math.floor((now.getTime() - receivedAt.getTime()) / HOUR));
  if (hours >= PROMISE_HOURS) return { tone: "down", words: `Overdue: waiting ${duration(hours)}` };
  if (hours >= SOON_HOURS)
    return { tone: "warn", words: `Reply soon: ${duration(PROMISE_HOURS - hours)} left` };
  return { tone: "up", words: `Reply within ${duration(PROMISE_HOURS - hours)}` };
}

const duration = (hours: number) =>
  hours >= 48 ? `${Math.floor(hours / 24)} days` : `${hours} ${hours === 1 ? "hour" : "hours"}`;
