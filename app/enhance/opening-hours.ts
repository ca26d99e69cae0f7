/** Marks the line of the business hours that holds today, and says whether it is open now, in the site's time zone. */
export function markOpeningHours() {
  const card = document.querySelector<HTMLElement>("[data-hours]");
  if (!card) return;
  const [day, minutes] = clockIn(card.dataset.hours ?? "");
  const row = card.querySelector<HTMLElement>(`[data-days~="${day}"]`);
  if (!row) return;
  const { from, to } = row.dataset;
  const isOpen = from !== undefined && minutes >= Number(from) && minutes < Number(to);
  row.classList.add("now");
  card.querySelector(isOpen ? "[data-open]" : "[data-closed]")?.removeAttribute("hidden");
}

/** @returns day of the week, Sunday = 0, and minutes after midnight */
function clockIn(timeZone: string): [number, number] {
  const there = new Date(new Date().toLocaleString("en-US", { timeZone }));
  return [there.getDay(), there.getHours() * 60 + there.getMinutes()];
}
