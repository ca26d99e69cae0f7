/** Marks the line of the business hours that holds today, and says whether it is open now, in the site's time zone. */
export function markOpeningHours() {
  const card = document.querySelector<HTMLElement>("[data-hours]");
  if (!card) return;
  const [day, time] = clockIn(card.dataset.hours);
  const row = card.querySelector<HTMLElement>(`[data-days~="${day}" i]`);
  if (!row) return;
  // Of a day that is closed there are none, and nothing is between them.
  const { from, to } = row.dataset;
  row.classList.add("now");
  const state = time! >= from! && time! < to! ? "open" : "closed";
  card.querySelector(`[data-${state}]`)?.removeAttribute("hidden");
}

/**
 * @returns the day as "Mon" and the time as "09:05"
 * @throws where the browser does not know the time zone
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
