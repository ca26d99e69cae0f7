import { readOpeningHours } from "../../platform/opening-hours.ts";
import type { Texts } from "./built-in.ts";

/** Where the business is and when it is open, as the contact page says, for structured data. */
export const placeOf = ({ cards, hours }: Texts<"contact">) => ({
  address: cards.address,
  hours: hours.items.map(readOpeningHours).filter((line) => line !== null),
});
