/** Marks today's row of the business hours and shows whether the business is open now, in the site's time zone. */
export function markOpeningHours() {
  const card = document.querySelector<HTMLElement>("[data-hours]");
  if (!card) return;
  const [day, time] = clockIn(card.dataset.hours);
  let state: string | undefined;
  // A day with a break has two rows.
  for (const row of card.querySelectorAll<HTMLElement>(`[data-days~="${day}" i]`)) {
    // A closed day has no times, so the result is "closed".
    const { from, to } = row.dataset;
    row.classList.add("now");
    state = time! >= from! && time! < to! ? "open" : (state ?? "closed");
  }
  // Without a row for today, nothing matches.
  card.querySelector(`[data-${state}]`)?.removeAttribute("hidden");
}

/**
 * Returns the day as "Mon" and the time as "09:05".
 * @throws if the browser doesn't know the time zone
 */
function clockIn(timeZone?: string): string[] {
  const fields = {
    timeZone,
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  } as const;
  return new Date().toLocaleString("en-US", fields).match(/\w{3}|\d+:\d+/g)!;
}
