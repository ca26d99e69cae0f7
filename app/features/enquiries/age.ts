const HOUR = 3_600_000;

/** How long an enquiry has waited, against the promise of an answer within 24 hours. */
export function waitOf(receivedAt: Date, now = new Date()): { tone: "up" | "warn" | "down"; words: string } {
  const hours = Math.max(0, Math.floor((now.getTime() - receivedAt.getTime()) / HOUR));
  if (hours >= 24) return { tone: "down", words: `Overdue: waits for ${duration(hours)}` };
  if (hours >= 16) return { tone: "warn", words: `Answer soon: ${duration(24 - hours)} left` };
  return { tone: "up", words: `In time: ${duration(24 - hours)} left` };
}

const duration = (hours: number) =>
  hours >= 48 ? `${Math.floor(hours / 24)} days` : `${hours} ${hours === 1 ? "hour" : "hours"}`;
