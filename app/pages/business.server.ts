// What structured data says about the business. Its texts belong to other pages, so that each is edited in one place.
import type { RouterContextProvider } from "react-router";
import { cardUrl, pageWords } from "../features/page-seo/drawn-card.server.ts";
import { services } from "../features/services/catalog.ts";
import { businessOf } from "../features/settings/contact-links.ts";
import { lastKnownSettings } from "../features/settings/last-known.ts";
import { shownBuiltIns } from "../features/website-content/facts.ts";
import { loadTexts, type Texts } from "../features/website-content/texts.server.ts";
import { isAnsweringFault, visitorDb } from "../platform/http/context.server.ts";
import { readOpeningHours } from "../platform/time/opening-hours.ts";
import { type loadFrame, shellReads } from "./frame.server.ts";

type BusinessTexts = { [Name in "home" | "services" | "contact"]: Texts<Name> };

export async function loadBusinessTexts(context: Readonly<RouterContextProvider>): Promise<BusinessTexts> {
  if (!context.get(isAnsweringFault))
    return loadTexts(context.get(visitorDb), ["home", "services", "contact"], shellReads(context).facts);
  const builtIn = <Name extends keyof BusinessTexts>(name: Name) => shownBuiltIns(name, lastKnownSettings());
  return { home: builtIn("home"), services: builtIn("services"), contact: builtIn("contact") };
}

type Frame = Pick<Awaited<ReturnType<typeof loadFrame>>, "siteUrl" | "settings" | "hasOwnMark" | "logo">;

/** Returns the business for `organizationData`, the same on every page. */
export function businessFrom(frame: Frame, { home, services: offered, contact }: BusinessTexts) {
  const { siteUrl, settings, logo } = frame;
  return {
    ...{ ...businessOf(settings), siteUrl, logo },
    image: cardUrl(frame, "/", pageWords("/", home)),
    description: settings.site_description,
    address: contact.cards.address,
    hours: contact.hours.items.map(readOpeningHours).filter((line) => line !== null),
    prices: services.map(({ slug }) => offered[slug].price).filter((price) => price !== undefined),
  };
}
